import { type CentralClient, type ClientHeaders, NO_CLIENT } from '#adapters/mirror/central'
import { readProblem } from '#adapters/mirror/central-problem'
import { type Copy, confirmCopy, isConfirmed, parseCopy } from '#adapters/mirror/copy'
import { verifyCopy } from '#adapters/mirror/verify-copy'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { seconds } from '#kernel/kit/time'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import type { UpstreamResponse, UpstreamWithHeaders } from '#kernel/upstreams/upstream'

/** One request to the central instance. */
export interface CentralRequest {
  readonly target: string
  /** Sent as `If-None-Match`; absent if there is no copy, or if the copy has no tag. */
  readonly tag?: string | undefined
  /** Headers of the client's request. */
  readonly client: ClientHeaders
}

/** Returns whether an endpoint of a mirror serves copies from the central instance. */
export function isFromCentral({ upstreams }: Endpoint): boolean {
  return upstreams.some(({ provider }) => provider === 'central')
}

/** Returns the id of an endpoint's feed on `/status` of a mirror. */
function centralFeedId({ path }: Endpoint): string {
  return `central${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`
}

/** Returns the feed that an endpoint of a mirror reads: the same path of the central instance. */
export function centralFeed(
  endpoint: Endpoint,
  central: CentralClient,
): UpstreamWithHeaders<CentralRequest, Copy> {
  const { path, ttlMs = 0, problems } = endpoint
  return {
    id: centralFeedId(endpoint),
    provider: 'central',
    label: path,
    target: ({ target }) => target,
    probeParams: { target: path, client: NO_CLIENT },
    async send(url, init, { tag, client }) {
      const response = await central.send(url, withCondition(init, tag), client)
      const isUnusable = response.status === 304 && !isConfirmed(tag, response.headers.get('etag'))
      // RFC 9111, section 4.3.4: a 304 about another representation confirms nothing.
      return isUnusable ? central.send(url, withCondition(init), client) : response
    },
    parseResponse(response, { at, cached, params }) {
      const copy = readCopy(endpoint, response, { target: params.target, at, held: cached })
      const { keys } = central
      return keys.length > 0 ? verifyCopy(copy, { keys, path: params.target, now: at }) : copy
    },
    // A response about the past has the time of a full hour or day, which does not show whether the data are
    // late.
    newestAt: ({ fetchedAt, validUntil }) => (validUntil - fetchedAt > ttlMs ? null : fetchedAt),
    isOlderCopy: (copy, than) => copy.pulledAt < than.pulledAt,
    cadenceMs: ttlMs,
    // The largest group is 3 MB of text. The central instance itself responds with 503 after ten seconds.
    maxBytes: 16 * 1024 * 1024,
    timeoutMs: seconds(15),
    interpretResponse: (response) => readProblem(response, problems),
  }
}

/** Returns the copy from a response, or the cached copy if a 304 confirms it. */
function readCopy(
  endpoint: Endpoint,
  response: UpstreamResponse,
  { held, ...requested }: { readonly target: string; readonly at: number; readonly held: Copy | undefined },
): Copy {
  if (response.status !== 304) return parseCopy(endpoint, response, requested)
  if (!held || !isConfirmed(held.tag, response.header('etag')))
    throw new ShapeError('HTTP 304 refers to another representation')
  return confirmCopy(endpoint, held, response, requested)
}

/** Adds the condition, and makes a cache in front of the central instance revalidate. */
function withCondition(init: RequestInit, tag?: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('cache-control', 'no-cache')
  if (tag !== undefined) headers.set('if-none-match', tag)
  return { ...init, headers }
}
