import { type Check, type CheckGroup, errorViolations, type Violation } from '#checks/check'
import { MARKER } from '#checks/expected-api'
import { keyHeaders } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

export const parameters: CheckGroup = {
  title: 'Parameters',
  checks: [
    spellingCheck(
      'parameters.norad-id',
      'C4.3',
      'non-canonical catalogue numbers are 400 invalid_parameter',
      ['/v1/objects/025544', '/v1/objects/+25544', '/v1/objects/25544.0', '/v1/objects/0'],
    ),
    spellingCheck('parameters.altitude', 'C4.4', 'non-canonical altitudes are 400 invalid_parameter', [
      '/shell/density/0550',
      '/shell/density/550.0',
    ]),
    spellingCheck(
      'parameters.range',
      'C4.4',
      'altitudes without a shell are 400 invalid_parameter, not 404',
      ['/shell/density/99999'],
    ),
    spellingCheck(
      'parameters.selection',
      'C4.8, C4.10',
      'bad values of selections are 400 invalid_parameter',
      [
        '/v1/launches/upcoming?limit=0',
        '/v1/launches/upcoming?status=maybe',
        '/v1/events/recent?kind=storm',
        '/v1/events/recent?min_class=M10',
        '/v1/objects',
        '/v1/objects?ids=025544',
      ],
    ),
    {
      id: 'parameters.group',
      clause: 'C9.7',
      expects: 'unknown TLE groups are 404 group_not_found',
      run: async (target) => errorViolations(await target.get(`/v1/tle/${MARKER}`), 404, 'group_not_found'),
    },
    {
      id: 'parameters.acceptable',
      clause: 'C12.12',
      expects: 'unsupported Accept types are 406 not_acceptable',
      run: async (target) =>
        errorViolations(await target.get('/status', { accept: 'image/png' }), 406, 'not_acceptable'),
    },
    {
      id: 'issuing.media-type',
      clause: 'C6.4',
      expects: 'a key request that is not application/json is 415 unsupported_media_type',
      run: async (target) =>
        errorViolations(await postKeyRequest(target, LABEL, 'text/plain'), 415, 'unsupported_media_type'),
    },
    {
      id: 'issuing.body',
      clause: 'C6.5',
      expects: 'a key request without a label is 400 invalid_body',
      run: async (target) => errorViolations(await postKeyRequest(target, {}), 400, 'invalid_body'),
    },
    {
      id: 'issuing.size',
      clause: 'C6.6',
      expects: 'a key request over 1 KiB is 413 payload_too_large',
      run: async (target) =>
        errorViolations(
          await postKeyRequest(target, { ...LABEL, more: 'x'.repeat(1_100) }),
          413,
          'payload_too_large',
        ),
    },
  ],
}

const LABEL = { label: MARKER }

function postKeyRequest(target: Target, body: object, type = 'application/json'): Promise<Exchange> {
  return target.request('POST', '/v1/keys', { headers: { 'content-type': type }, body: JSON.stringify(body) })
}

function spellingCheck(id: string, clause: string, expects: string, paths: readonly string[]): Check {
  return {
    id,
    clause,
    expects,
    async run(target) {
      const headers = await keyHeaders(target)
      const found: Violation[] = []
      for (const path of paths)
        found.push(...errorViolations(await target.get(path, headers), 400, 'invalid_parameter'))
      return found
    },
  }
}
