import type { QuotaResult } from '#kernel/accounts/quota/account-day'
import { type Endpoint, takesKey } from '#kernel/endpoint/endpoint'
import type { Representation } from '#kernel/endpoint/representation'
import { days } from '#kernel/kit/time'
import type { CacheOutcome, CacheResult } from '#kernel/storage/cache/snapshot'

/**
 * Response headers that scripts of other sites may read. As Node checks each character of each response, rare
 * headers are exposed only by the responses that have them.
 */
const EXPOSED = [
  'x-service-request-id',
  'etag',
  'cache-status',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'server-timing',
  'x-source',
  'x-fetched-at',
  'x-valid-until',
  'x-tle-count',
  'x-tle-omitted',
].join(', ')

/**
 * Adds the headers of every response: the request id, `nosniff`, and CORS for paths that other sites may
 * read.
 */
export function addCommonHeaders(headers: string[], requestId: string, isShared = true): void {
  headers.push('x-service-request-id', requestId, 'x-content-type-options', 'nosniff')
  if (isShared) headers.push('access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED)
}

/** Every method that some path has, as a list for `Allow`. */
export const METHODS = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'

/** The CORS headers of a preflight response, for paths that other sites may read. */
export const PREFLIGHT = [
  'access-control-allow-methods',
  METHODS,
  'access-control-allow-headers',
  'authorization, cache-control, content-type, idempotency-key, if-modified-since, if-none-match, ' +
    'last-event-id, x-api-key',
  'access-control-max-age',
  '86400',
]

/**
 * Adds `Cache-Control`, which is private for paths with a key and ends at `valid_until`, and `Cache-Status`
 * (RFC 9211). Final responses are immutable (RFC 8246). In its last second, a response is `no-store`, as some
 * caches keep responses with `max-age=0` for longer.
 */
export function addCacheHeaders(
  headers: string[],
  { snapshot, outcome }: CacheResult<Representation>,
  { access, maxTtlMs = Infinity }: Pick<Endpoint, 'access' | 'maxTtlMs'>,
  now: number,
): void {
  const ttl = Math.floor((snapshot.validUntil - now) / 1_000)
  const scope = takesKey(access) ? 'private' : 'public'
  // Validity starts at the beginning of a day, and a mirror receives the response later on that day.
  const isSettled = maxTtlMs > days(1) && snapshot.validUntil - snapshot.fetchedAt > maxTtlMs - days(1)
  const settled = isSettled ? ', immutable' : ''
  const control = ttl < 1 || outcome === 'stale' ? 'no-store' : `${scope}, max-age=${ttl}${settled}`
  headers.push('cache-control', control, 'cache-status', cacheStatus(outcome, ttl, snapshot.value.via))
  if (takesKey(access)) addVary(headers, 'Authorization, X-API-Key')
}

/**
 * Adds names to `Vary` in one line. With several lines, some caches keep only the last one and mix up
 * responses.
 */
export function addVary(headers: string[], names: string): void {
  const at = headers.indexOf('vary')
  if (at < 0) headers.push('vary', names)
  else headers[at + 1] += `, ${names}`
}

/** On a mirror, appends our entry to `via`, the entries of the caches that the response has passed. */
function cacheStatus(outcome: CacheOutcome, ttl: number, via: string | undefined): string {
  const own = `${via === undefined ? 'space-data' : 'mirror'}; ${CACHE_STATUS[outcome]}; ttl=${ttl}`
  return via ? `${via}, ${own}` : own
}

const CACHE_STATUS = {
  hit: 'hit',
  stale: 'hit',
  miss: 'fwd=miss; fwd-status=200; stored',
  collapsed: 'fwd=miss; fwd-status=200; collapsed',
} as const satisfies Record<CacheOutcome, string>

/**
 * Adds `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). Unlimited tiers receive
 * neither, nor do requests admitted during a store outage, when the remaining quota is unknown.
 */
export function addRateLimitHeaders(
  headers: string[],
  { granted, certain, limit, remaining, resetSeconds, account: { policy }, ofBlock }: QuotaResult,
): void {
  if (limit === null || (granted && !(certain && (ofBlock?.certain ?? true)))) return
  const left = Math.min(remaining, ofBlock?.remaining ?? remaining)
  headers.push('ratelimit-policy', `"${policy}";q=${limit};w=86400`)
  headers.push('ratelimit', `"${policy}";r=${left};t=${resetSeconds}`)
}
