import type { Access } from '#declare/endpoint'
import type { Allowance } from '#keys/quota'
import type { Outcome, Snapshot } from '#store/snapshots'

/** Headers that a browser's script may read. */
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

const COMMON = [
  'x-content-type-options',
  'nosniff',
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  EXPOSED,
]

/** The headers of every answer: the request's id, CORS, and what keeps browsers from guessing. */
export function commonHeaders(requestId: string): string[] {
  return ['x-service-request-id', requestId, ...COMMON]
}

/** The constant headers of a preflight. */
export const PREFLIGHT = [
  'access-control-allow-methods',
  'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers',
  'authorization, content-type, if-none-match, x-api-key',
  'access-control-max-age',
  '86400',
]

/** Never fresher than the snapshot: `max-age` ends at `valid_until`, and a keyed answer is private. */
export function cacheHeaders(
  { validUntil }: Pick<Snapshot<unknown>, 'validUntil'>,
  outcome: Outcome,
  access: Access,
  now: number,
): string[] {
  const ttl = Math.floor((validUntil - now) / 1_000)
  const scope = access === 'key' ? 'private' : 'public'
  const control = ttl < 0 || outcome === 'stale' ? 'no-store' : `${scope}, max-age=${ttl}`
  const headers = [
    'cache-control',
    control,
    'cache-status',
    `space-data; ${CACHE_STATUS[outcome]}; ttl=${ttl}`,
  ]
  return access === 'key' ? [...headers, 'vary', 'Authorization, X-API-Key'] : headers
}

const CACHE_STATUS = {
  hit: 'hit',
  stale: 'hit',
  miss: 'fwd=miss; fwd-status=200; stored',
  collapsed: 'fwd=miss; fwd-status=200; collapsed',
} as const satisfies Record<Outcome, string>

/**
 * The two fields of IETF draft-ietf-httpapi-ratelimit-headers-11. Unbounded tiers get neither, nor does a request that
 * was admitted while the store could not tell what is left.
 */
export function rateLimitHeaders({ granted, certain, limit, remaining, resetSeconds }: Allowance): string[] {
  if (limit === null || (granted && !certain)) return []
  return [
    'ratelimit-policy',
    `"day";q=${limit};w=86400`,
    'ratelimit',
    `"day";r=${remaining};t=${resetSeconds}`,
  ]
}
