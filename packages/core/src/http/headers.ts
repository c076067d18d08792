import type { Access } from '#declare/endpoint'
import type { Page } from '#declare/page'
import type { Allowance } from '#keys/quota'
import type { Outcome, Served, Snapshot } from '#store/snapshots'

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

/** Adds the headers of every answer: the request's id, what keeps browsers from guessing, and CORS unless it is for this site alone. */
export function addCommonHeaders(headers: string[], requestId: string, isShared = true): void {
  headers.push('x-service-request-id', requestId, 'x-content-type-options', 'nosniff')
  if (isShared) headers.push('access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED)
}

/** The constant headers of a preflight of what scripts of all sites may read. */
export const PREFLIGHT = [
  'access-control-allow-methods',
  'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers',
  'authorization, content-type, if-none-match, x-api-key',
  'access-control-max-age',
  '86400',
]

/** What a snapshot is served with during one second of its life. */
interface Freshness {
  readonly ttl: number
  readonly outcome: Outcome
  readonly access: Access
  readonly control: string
  readonly status: string
}

const known = new WeakMap<Snapshot<Page>, Freshness>()

/** Adds what caches are told. Never fresher than the snapshot: `max-age` ends at `valid_until`, and a keyed answer is private. */
export function addCacheHeaders(
  headers: string[],
  { snapshot, outcome }: Served<Page>,
  access: Access,
  now: number,
): void {
  const ttl = Math.floor((snapshot.validUntil - now) / 1_000)
  let fresh = known.get(snapshot)
  // The operator is served the same snapshots as those who need a key.
  if (fresh?.ttl !== ttl || fresh.outcome !== outcome || fresh.access !== access) {
    fresh = freshness(ttl, outcome, access, snapshot.value.via)
    known.set(snapshot, fresh)
  }
  headers.push('cache-control', fresh.control, 'cache-status', fresh.status)
  if (access === 'key') headers.push('vary', 'Authorization, X-API-Key')
}

function freshness(ttl: number, outcome: Outcome, access: Access, via: string | undefined): Freshness {
  const scope = access === 'key' ? 'private' : 'public'
  const control = ttl < 0 || outcome === 'stale' ? 'no-store' : `${scope}, max-age=${ttl}`
  const own = `${via === undefined ? 'space-data' : 'mirror'}; ${CACHE_STATUS[outcome]}; ttl=${ttl}`
  // A cache stands behind those that its answer came through (RFC 9211 section 2).
  return { ttl, outcome, access, control, status: via ? `${via}, ${own}` : own }
}

const CACHE_STATUS = {
  hit: 'hit',
  stale: 'hit',
  miss: 'fwd=miss; fwd-status=200; stored',
  collapsed: 'fwd=miss; fwd-status=200; collapsed',
} as const satisfies Record<Outcome, string>

/**
 * Adds the two fields of IETF draft-ietf-httpapi-ratelimit-headers-11. Unbounded tiers get neither, nor does a request that
 * was admitted while the store could not tell what is left.
 */
export function addRateLimitHeaders(
  headers: string[],
  { granted, certain, limit, remaining, resetSeconds }: Allowance,
): void {
  if (limit === null || (granted && !certain)) return
  headers.push(
    'ratelimit-policy',
    policyOf(limit),
    'ratelimit',
    `"day";r=${digits(remaining)};t=${resetSeconds}`,
  )
}

/** The last three digits of a number. */
const THREE = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'))

/**
 * A count in decimal. V8 keeps the text of each number that it puts into words, for thousands of numbers: one that is new with
 * every request is kept in vain, and its collection takes 0.3 µs of each.
 */
function digits(count: number): string {
  return count < 1_000 ? String(count) : String(Math.floor(count / 1_000)) + THREE[count % 1_000]
}

/** One text for each limit of the tiers, made once. */
const policies = new Map<number, string>()

function policyOf(limit: number): string {
  const made = policies.get(limit)
  if (made !== undefined) return made
  const policy = `"day";q=${limit};w=86400`
  policies.set(limit, policy)
  return policy
}
