import { type Breach, type Chapter, type Check, faultOfError } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { keyHeaders } from '#doctor/samples'
import { MARKER } from '#doctor/specification'

export const parameters: Chapter = {
  title: 'Parameters',
  checks: [
    spellings(
      'parameters.norad-id',
      'a catalogue number has one spelling: any other is 400 invalid_parameter',
      ['/v1/objects/025544', '/v1/objects/+25544', '/v1/objects/25544.0', '/v1/objects/0'],
    ),
    spellings('parameters.altitude', 'an altitude has one spelling: any other is 400 invalid_parameter', [
      '/shell/density/0550',
      '/shell/density/550.0',
    ]),
    spellings('parameters.range', 'an altitude that no shell has is 400, not a 404 that promises a cure', [
      '/shell/density/99999',
    ]),
    {
      id: 'parameters.group',
      clause: 'DECISIONS 3, 6',
      holds: 'a TLE group that is not on the list is 404 group_not_found',
      look: async (patient) => faultOfError(await patient.get(`/v1/tle/${MARKER}`), 404, 'group_not_found'),
    },
    {
      id: 'parameters.acceptable',
      clause: 'DECISIONS 6',
      holds: 'a type that a page does not come in is 406 not_acceptable',
      look: async (patient) =>
        faultOfError(await patient.get('/status', { accept: 'image/png' }), 406, 'not_acceptable'),
    },
    {
      id: 'issuing.media-type',
      clause: 'DECISIONS 6',
      holds: 'an order for a key that is not application/json is 415 unsupported_media_type',
      look: async (patient) =>
        faultOfError(await order(patient, LABEL, 'text/plain'), 415, 'unsupported_media_type'),
    },
    {
      id: 'issuing.body',
      clause: 'SPEC 4.1, DECISIONS 4',
      holds: 'an order for a key without a label is 400 invalid_body',
      look: async (patient) => faultOfError(await order(patient, {}), 400, 'invalid_body'),
    },
    {
      id: 'issuing.size',
      clause: 'DECISIONS 4',
      holds: 'an order for a key of over 1 KiB is 413 payload_too_large',
      look: async (patient) =>
        faultOfError(await order(patient, { ...LABEL, more: 'x'.repeat(1_100) }), 413, 'payload_too_large'),
    },
  ],
}

const LABEL = { label: MARKER }

function order(patient: Patient, body: object, type = 'application/json'): Promise<Exchange> {
  return patient.ask('POST', '/v1/keys', { headers: { 'content-type': type }, body: JSON.stringify(body) })
}

function spellings(id: string, holds: string, paths: readonly string[]): Check {
  return {
    id,
    clause: 'DECISIONS 6',
    holds,
    async look(patient) {
      const headers = await keyHeaders(patient)
      const found: Breach[] = []
      for (const path of paths)
        found.push(...faultOfError(await patient.get(path, headers), 400, 'invalid_parameter'))
      return found
    },
  }
}
