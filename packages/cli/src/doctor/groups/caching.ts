import { type CheckGroup, failures, SkippedCheck, splitHeader } from '#doctor/check'
import { type Example, requestSuccessful } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

export const caching: CheckGroup = {
  title: 'Caching',
  checks: [
    {
      id: 'caching.keyed',
      clause: 'C13.9',
      expects: 'keyed responses are private or no-store, never public or s-maxage',
      run: async (target) =>
        failures(
          await requestByKey(target, true),
          cacheControlIs(/^(private, max-age=\d+(, immutable)?|no-store)$/),
        ),
    },
    {
      id: 'caching.vary',
      clause: 'C13.10',
      expects: 'keyed responses have Vary: Authorization, X-API-Key',
      run: async (target) =>
        failures(await requestByKey(target, true), (exchange) => {
          const given = splitHeader(exchange, 'vary')
          const isWhole = given.includes('authorization') && given.includes('x-api-key')
          return isWhole ? undefined : `Vary: ${exchange.headers.get('vary') ?? 'none'}`
        }),
    },
    {
      id: 'caching.public',
      clause: 'C13.11',
      expects: 'public responses are cacheable until valid_until',
      run: async (target) =>
        failures(
          await requestByKey(target, false),
          cacheControlIs(/^(public, max-age=\d+(, immutable)?|no-store)$/),
        ),
    },
    {
      id: 'caching.not-modified',
      clause: 'C13.14, C13.15',
      expects: 'If-None-Match with the current ETag responds 304: no body, and the headers of the 200',
      async run(target) {
        const cacheable = (await requestSuccessful(target)).filter(
          ({ operation, exchange }) => '304' in operation.responses && exchange.headers.has('etag'),
        )
        if (cacheable.length === 0) throw new SkippedCheck('no response has an ETag')
        const found: string[] = []
        for (const example of cacheable) found.push(...(await revalidate(example, target)))
        return found
      },
    },
  ],
}

/** Returns the successful responses of paths that need a key, or of those that do not. */
async function requestByKey(target: Target, needsKey: boolean): Promise<Exchange[]> {
  const examples = await requestSuccessful(target, (operation) => operation.needsKey === needsKey)
  return examples.map(({ exchange }) => exchange)
}

/** A missing header is reported by `openapi.headers`. */
function cacheControlIs(form: RegExp) {
  return ({ headers }: Exchange): string | undefined => {
    const given = headers.get('cache-control')
    return given === null || form.test(given) ? undefined : `Cache-Control: ${given}`
  }
}

/** Revalidates a copy; one that was refreshed in between is requested once more. */
async function revalidate({ exchange: first, headers }: Example, target: Target): Promise<string[]> {
  for (const isFirst of [true, false]) {
    const copy = isFirst ? first : await target.request('GET', first.path, { headers, fresh: true })
    const fields = { ...headers, 'if-none-match': String(copy.headers.get('etag')) }
    const again = await target.get(copy.path, fields)
    const isRenewed = again.status === 200 && again.headers.get('etag') !== copy.headers.get('etag')
    if (!isRenewed || !isFirst) return failures([again], () => describeNotModified(copy, again))
  }
  return []
}

function describeNotModified(copy: Exchange, { status, headers, body }: Exchange): string | undefined {
  if (status !== 304) return `${status}, expected 304`
  if (body.byteLength > 0) return `${body.byteLength} bytes of body`
  const missing = ['cache-control', 'vary', 'etag'].find(
    (name) => copy.headers.has(name) && !headers.has(name),
  )
  if (missing !== undefined) return `without ${missing}`
  const length = headers.get('content-length')
  const isSame = length === null || Number(length) === copy.body.byteLength
  return isSame ? undefined : `Content-Length: ${length}, expected ${copy.body.byteLength}`
}
