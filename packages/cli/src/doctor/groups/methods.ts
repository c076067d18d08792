import { type CheckGroup, failures, refusals, splitHeader } from '#doctor/check'
import { KP } from '#doctor/demanded'
import { MARKER, readDocument, requestExamples } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

export const methods: CheckGroup = {
  title: 'Methods and order of checks',
  checks: [
    {
      id: 'order.route',
      clause: 'C4.6, C12.8',
      expects: 'unknown paths are 404 not_found, with any method and without a key',
      async run(target) {
        const exchanges = [
          await target.get(`/v1/${MARKER}`),
          await target.get(`${KP}/`),
          await target.request('DELETE', `/${MARKER}`),
        ]
        return refusals(exchanges, 404, 'not_found')
      },
    },
    {
      id: 'order.method',
      clause: 'C12.9',
      expects: 'unsupported methods are 405 method_not_allowed, before the key is checked',
      run: async (target) =>
        refusals(
          (await requestPut(target)).map(({ exchange }) => exchange),
          405,
          'method_not_allowed',
        ),
    },
    {
      id: 'methods.allow',
      clause: 'C13.6',
      expects: 'a 405 lists the documented methods, HEAD for GET, and OPTIONS in Allow',
      run: async (target) =>
        (await requestPut(target)).flatMap(({ exchange, documented }) =>
          failures([exchange], ({ status }) => {
            if (status !== 405) return undefined
            const expected = [
              ...documented,
              ...(documented.includes('GET') ? ['HEAD'] : []),
              'OPTIONS',
            ].sort()
            const given = splitHeader(exchange, 'allow').sort().join(', ').toUpperCase()
            return given === expected.join(', ')
              ? undefined
              : `Allow: ${given}, expected ${expected.join(', ')}`
          }),
        ),
    },
    {
      id: 'methods.preflight',
      clause: 'C13.4, C13.7',
      expects: 'preflights respond 204, equal for all origins, and allow the key headers',
      async run(target) {
        const one = await preflight(target, 'https://one.example')
        const other = await preflight(target, 'https://other.example')
        return failures([one], ({ status, headers, body }) => {
          if (status !== 204 || body.byteLength > 0) return `${status} with ${body.byteLength} bytes`
          const wrong = PREFLIGHT.flatMap(([name, ...tokens]) => {
            const given = splitHeader(one, name)
            const missing = tokens.filter((token) => !given.includes(token))
            if (headers.get(name) !== other.headers.get(name)) return [`${name} depends on the origin`]
            return missing.length > 0 ? [`${name} without ${missing.join(', ')}`] : []
          })
          return wrong.length > 0 ? wrong.join('; ') : undefined
        })
      },
    },
    {
      id: 'methods.head',
      clause: 'C13.8',
      expects: 'HEAD responds like GET without the body',
      async run(target) {
        const found: string[] = []
        for (const { operation, headers, exchange } of await requestExamples(target)) {
          if ('text/event-stream' in (operation.responses[200]?.content ?? {})) continue
          const head = await target.request('HEAD', exchange.path, { headers })
          const isSame = describeHead(exchange, head) === undefined
          // A copy may have been refreshed in between.
          const get = isSame ? exchange : await target.request('GET', exchange.path, { headers, fresh: true })
          found.push(...failures([head], () => describeHead(get, head)))
        }
        return found
      },
    },
  ],
}

const PREFLIGHT = [
  ['access-control-allow-origin', '*'],
  ['access-control-allow-methods', 'get', 'head', 'post', 'patch', 'delete', 'options'],
  [
    'access-control-allow-headers',
    ...['authorization', 'x-api-key', 'content-type', 'idempotency-key'],
    ...['if-none-match', 'if-modified-since', 'cache-control'],
  ],
  ['access-control-max-age'],
] as const

function preflight(target: Target, origin: string): Promise<Exchange> {
  const headers = {
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-api-key',
  }
  return target.request('OPTIONS', KP, { headers: { origin, ...headers } })
}

/** Sends a method that no path supports to all documented paths, without a key. */
async function requestPut(target: Target): Promise<{ exchange: Exchange; documented: string[] }[]> {
  const { operations } = await readDocument(target)
  const paths = new Map(operations.map(({ template, path }) => [template, path]))
  const responses = []
  for (const [template, path] of paths) {
    const documented = operations.filter((one) => one.template === template).map(({ method }) => method)
    if (path === undefined || documented.includes('PUT')) continue
    responses.push({ exchange: await target.request('PUT', path), documented })
  }
  return responses
}

/** Headers of the representation; all others may change between two requests. */
const STEADY = ['content-type', 'vary', 'x-source', 'etag', 'x-fetched-at', 'x-tle-count']

function describeHead(get: Exchange, head: Exchange): string | undefined {
  if (head.status !== get.status) return `${head.status}, but GET returned ${get.status}`
  if (head.body.byteLength > 0) return `${head.body.byteLength} bytes of body`
  // A response without an ETag may change its length, and a proxy may send it in chunks.
  const isSized = get.headers.has('etag') && get.headers.has('content-length')
  const names = isSized && head.headers.has('content-length') ? [...STEADY, 'content-length'] : STEADY
  const wrong = names.find((name) => head.headers.get(name) !== get.headers.get(name))
  return (
    wrong && `${wrong}: ${head.headers.get(wrong) ?? 'none'}, but GET has ${get.headers.get(wrong) ?? 'none'}`
  )
}
