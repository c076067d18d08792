import { fillTemplate, type Parameter } from '#doctor/api-document'
import { type CheckGroup, expectOk, failures, refusals } from '#doctor/check'
import { TLE } from '#doctor/demanded'
import { findExample, MARKER, reachable, readDocument } from '#doctor/requests'
import type { SchemaValidator } from '#doctor/schema-validator'
import type { Exchange, Target } from '#doctor/target'

export const parameters: CheckGroup = {
  title: 'Parameters',
  checks: [
    {
      id: 'parameters.values',
      clause: 'C4.3, C4.4, C4.8, C4.10, C10.4, C12.11',
      expects: 'values that the document excludes are 400: other spellings, out of range, not in the list',
      async run(target) {
        const exchanges: Exchange[] = []
        for (const { path, headers } of await badRequests(target))
          exchanges.push(await target.get(path, headers))
        // The tier of the key may exclude the path, which is checked first.
        const decided = exchanges.filter(({ status }) => ![403, 429, 503].includes(status))
        return failures(decided, ({ path, status }) => {
          // HAPI demands 404 for unknown datasets and parameters.
          const isRefused = status === 400 || (status === 404 && path.startsWith('/hapi/'))
          return isRefused ? undefined : `${status}, expected 400`
        })
      },
    },
    {
      id: 'order.key',
      clause: 'C12.10',
      expects: 'the key is checked before parameters',
      async run(target) {
        const { operations } = await readDocument(target)
        const paths = operations.flatMap(({ method, needsKey, template }) =>
          method === 'GET' && needsKey && template.includes('{')
            ? [template.replace(/\{[^}]+\}/g, MARKER)]
            : [],
        )
        return refusals(await target.getAll(paths), 401, 'missing_key')
      },
    },
    {
      id: 'parameters.unknown',
      clause: 'C4.5',
      expects: 'unknown query parameters are ignored',
      async run(target) {
        const { path } = await findExample(TLE, target)
        const plain = expectOk(await target.request('GET', path, { fresh: true }))
        return failures([await target.get(`${path}?doctor=1`)], ({ status, headers }) => {
          if (status !== 200) return `${status}, expected 200`
          const isSame = headers.get('x-fetched-at') === plain.headers.get('x-fetched-at')
          return isSame ? undefined : 'it was served from another copy'
        })
      },
    },
    {
      id: 'parameters.group',
      clause: 'C9.7',
      expects: 'unknown TLE groups are 404 group_not_found',
      run: async (target) => refusals([await target.get(`/v1/tle/${MARKER}`)], 404, 'group_not_found'),
    },
    {
      id: 'parameters.acceptable',
      clause: 'C12.12',
      expects: 'unsupported Accept types are 406 not_acceptable',
      run: async (target) =>
        refusals([await target.get('/status', { accept: 'image/png' })], 406, 'not_acceptable'),
    },
    {
      id: 'issuing.media-type',
      clause: 'C6.4',
      expects: 'a key request that is not application/json is 415 unsupported_media_type',
      run: async (target) =>
        refusals([await requestKey(target, LABEL, 'text/plain')], 415, 'unsupported_media_type'),
    },
    {
      id: 'issuing.body',
      clause: 'C6.5',
      expects: 'a key request without a label is 400 invalid_body',
      run: async (target) => refusals([await requestKey(target, {})], 400, 'invalid_body'),
    },
    {
      id: 'issuing.size',
      clause: 'C6.6',
      expects: 'a key request over 2 KiB is 413 payload_too_large',
      run: async (target) =>
        refusals([await requestKey(target, { ...LABEL, more: 'x'.repeat(2_100) })], 413, 'payload_too_large'),
    },
  ],
}

const LABEL = { label: MARKER }

function requestKey(target: Target, body: object, type = 'application/json'): Promise<Exchange> {
  return target.request('POST', '/v1/keys', { headers: { 'content-type': type }, body: JSON.stringify(body) })
}

/**
 * Returns a request for each value that the document excludes. Parameters with equal declarations are tried
 * at one path. Omits pages, which treat such values as absent.
 */
async function badRequests(target: Target) {
  const { validate } = await readDocument(target)
  const seen = new Set<string>()
  const strict = (await reachable(target)).filter(
    ({ operation }) => operation.takesKey || !('text/html' in (operation.responses[200]?.content ?? {})),
  )
  return strict.flatMap(({ operation: { template, parameters }, headers }) =>
    parameters
      .filter((parameter) => ['path', 'query'].includes(parameter.in))
      .filter(({ name, schema }) => {
        const declaration = JSON.stringify([name, schema])
        return !seen.has(declaration) && seen.add(declaration)
      })
      .flatMap((parameter) =>
        excludedValues(parameter, validate).map((value) => ({
          path: fillTemplate(template, parameters, { [parameter.name]: value }) ?? template,
          headers,
        })),
      ),
  )
}

/** Returns values that the schema of a parameter excludes. */
function excludedValues({ schema, example }: Parameter, validate: SchemaValidator): string[] {
  const { type, minimum, maximum } = schema as { type?: string; minimum?: number; maximum?: number }
  const isNumeric = type === 'integer' || type === 'number'
  const spellings = isNumeric
    ? [MARKER, ...(type === 'integer' ? [`0${example}`, `+${example}`, `${example}.0`] : [])]
    : [MARKER, `0${example}`, `${example}0`].filter((value) => validate(schema, value) !== undefined)
  const outside = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]
  return [...spellings, ...outside.map(String)]
}
