import { type CheckGroup, failures, SkippedCheck } from '#doctor/check'
import { type Example, requestSuccessful } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

export const caching: CheckGroup = {
  title: 'Caching',
  checks: [
    {
      id: 'caching.public',
      clause: 'C13.11',
      expects: 'public responses are cacheable until valid_until',
      async run(target) {
        const open = await requestSuccessful(target, ({ takesKey }) => !takesKey)
        const exchanges = open.map(({ exchange }) => exchange)
        return failures(exchanges, ({ headers }) => {
          const given = headers.get('cache-control')
          // A missing header is reported by `openapi.headers`.
          const isPublic = given === null || /^(public, max-age=\d+(, immutable)?|no-store)$/.test(given)
          return isPublic ? undefined : `Cache-Control: ${given}`
        })
      },
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
