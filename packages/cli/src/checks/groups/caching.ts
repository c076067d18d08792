import { type CheckGroup, SkippedCheck, type Violation, violations } from '#checks/check'
import { KP, OBJECT, TLE } from '#checks/expected-api'
import { keyHeaders, orEmpty, requestAllData, requestPublicPaths } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

export const caching: CheckGroup = {
  title: 'Caching',
  checks: [
    {
      id: 'caching.keyed',
      clause: 'C13.9',
      expects: 'keyed responses are private or no-store, never public or s-maxage',
      run: async (target) =>
        violations(await requestKeyed(target), 'cache-control', ({ headers }) =>
          headerMismatch(headers, 'cache-control', /^(private, max-age=\d+(, immutable)?|no-store)$/),
        ),
    },
    {
      id: 'caching.vary',
      clause: 'C13.10',
      expects: 'keyed responses have Vary: Authorization, X-API-Key',
      run: async (target) =>
        violations(await requestKeyed(target), 'vary', ({ headers }) => {
          const given = splitList(headers.get('vary'))
          return ['authorization', 'x-api-key'].every((name) => given.includes(name))
            ? undefined
            : `Vary: ${headers.get('vary') ?? 'none'}`
        }),
    },
    {
      id: 'caching.public',
      clause: 'C13.11',
      expects: 'public responses are cacheable until valid_until',
      run: async (target) =>
        violations(await requestPublicPaths(target), 'cache-control', ({ headers }) =>
          headerMismatch(headers, 'cache-control', /^(public, max-age=\d+(, immutable)?|no-store)$/),
        ),
    },
    {
      id: 'caching.etag',
      clause: 'C13.12',
      expects: 'cacheable responses have a strong ETag',
      run: async (target) =>
        violations(
          [...(await orEmpty(requestKeyed(target))), ...(await requestPublicPaths(target))],
          'etag',
          ({ headers }) => headerMismatch(headers, 'etag', /^"[^"]+"$/),
        ),
    },
    {
      id: 'caching.cache-status',
      clause: 'C13.13',
      expects: 'keyed responses have Cache-Status with hit or fwd, and ttl',
      run: async (target) =>
        violations(await requestKeyed(target), 'cache-status', ({ headers }) =>
          headerMismatch(headers, 'cache-status', /; (hit|fwd=).*; ttl=-?\d+/),
        ),
    },
    {
      id: 'caching.not-modified',
      clause: 'C13.14',
      expects: 'If-None-Match with the current ETag responds 304 without a body',
      async run(target) {
        const found: Violation[] = []
        for (const { notModified } of await revalidate(target))
          found.push(
            ...violations([notModified], 'status', ({ status, body }) => {
              if (status !== 304) return `${status}, expected 304`
              return body.byteLength > 0 ? `${body.byteLength} bytes of body` : undefined
            }),
          )
        return found
      },
    },
    {
      id: 'caching.not-modified-fields',
      clause: 'C13.15',
      expects: 'a 304 has the ETag, Cache-Control and Vary of the 200, and no other length',
      run: async (target) =>
        (await revalidate(target)).flatMap(({ copy, notModified }) =>
          notModified.status === 304 ? checkNotModifiedHeaders(copy, notModified) : [],
        ),
    },
    {
      id: 'caching.head',
      clause: 'C13.8',
      expects: 'HEAD responds like GET without the body',
      async run(target) {
        const found: Violation[] = []
        for (const { path, headers } of await sampleRequests(target)) {
          const get = await target.request('GET', path, { headers, fresh: true })
          const head = await target.request('HEAD', path, { headers })
          found.push(...compareHead(get, head))
        }
        return found
      },
    },
    {
      id: 'caching.unknown-query',
      clause: 'C4.5',
      expects: 'unknown query parameters are ignored',
      async run(target) {
        const plain = await target.request('GET', TLE, { fresh: true })
        const busted = await target.get(`${TLE}?doctor=1`)
        if (plain.status !== 200) throw new SkippedCheck(`${TLE} responds ${plain.status}`)
        return violations([busted], 'status', ({ status, headers }) => {
          if (status !== 200) return `${status}, expected 200`
          const isSame = headers.get('x-fetched-at') === plain.headers.get('x-fetched-at')
          return isSame ? undefined : 'it was served from another copy'
        })
      },
    },
  ],
}

async function requestKeyed(target: Target): Promise<Exchange[]> {
  return (await requestAllData(target)).map(({ exchange }) => exchange)
}

/** Returns one or two keyed and public requests. */
async function sampleRequests(target: Target) {
  const headers = await keyHeaders(target).catch((error) => {
    if (error instanceof SkippedCheck) return undefined
    throw error
  })
  const open = [TLE, '/ref/scales'].map((path) => ({ path, headers: {} as Readonly<Record<string, string>> }))
  return headers ? [{ path: KP, headers }, { path: OBJECT, headers }, ...open] : open
}

/** Requests copies and revalidates them; a copy that was refreshed in between is requested once more. */
async function revalidate(target: Target): Promise<{ copy: Exchange; notModified: Exchange }[]> {
  const pairs = []
  for (const { path, headers } of await sampleRequests(target)) {
    for (const options of [{}, { fresh: true } as const]) {
      const copy = await target.request('GET', path, { headers, ...options })
      const etag = copy.headers.get('etag')
      if (copy.status !== 200 || etag === null) break
      const notModified = await target.get(path, { ...headers, 'if-none-match': etag })
      if (notModified.status === 200 && notModified.headers.get('etag') !== etag && !options.fresh) continue
      pairs.push({ copy, notModified })
      break
    }
  }
  if (pairs.length === 0) throw new SkippedCheck('no response has an ETag')
  return pairs
}

function checkNotModifiedHeaders(copy: Exchange, notModified: Exchange): Violation[] {
  const given = notModified.headers
  const missing = ['cache-control', 'vary', 'etag'].filter(
    (name) => copy.headers.has(name) && !given.has(name),
  )
  const length = given.get('content-length')
  return [
    ...missing.map((aspect) => ({ exchange: notModified, aspect, message: `without ${aspect}` })),
    ...violations([notModified], 'content-length', () =>
      length === null || Number(length) === copy.body.byteLength
        ? undefined
        : `Content-Length: ${length}, expected ${copy.body.byteLength}`,
    ),
  ]
}

/** Headers of the representation; all others may change between two requests. */
const STEADY = ['content-type', 'content-length', 'etag', 'vary', 'x-source', 'x-fetched-at', 'x-tle-count']

function compareHead(get: Exchange, head: Exchange): Violation[] {
  if (head.status !== get.status)
    return [{ exchange: head, aspect: 'status', message: `${head.status}, but GET responds ${get.status}` }]
  // The copy was refreshed in between.
  if (head.headers.has('etag') && head.headers.get('x-fetched-at') !== get.headers.get('x-fetched-at'))
    return []
  return STEADY.flatMap((name) => {
    const [ours, theirs] = [get.headers.get(name), head.headers.get(name)]
    // A proxy may use chunked transfer without a length.
    if (ours === theirs || (name === 'content-length' && (ours === null || theirs === null))) return []
    return [
      {
        exchange: head,
        aspect: name,
        message: `${name}: ${theirs ?? 'none'}, but GET has ${ours ?? 'none'}`,
      },
    ]
  })
}

function headerMismatch(headers: Headers, name: string, form: RegExp): string | undefined {
  const value = headers.get(name)
  if (value === null) return `without ${name}`
  return form.test(value) ? undefined : `${name}: ${value}`
}

function splitList(value: string | null): string[] {
  return (value ?? '').toLowerCase().split(/\s*,\s*/)
}
