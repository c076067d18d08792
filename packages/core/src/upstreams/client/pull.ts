import type { Context } from '#kit/context'
import { type FeedRequest, fetchFeed } from '#upstreams/client/fetch-feed'
import { isLate } from '#upstreams/client/staleness'
import { toProblem } from '#upstreams/client/to-problem'
import { UpstreamError } from '#upstreams/client/upstream-error'
import { sourceOf } from '#upstreams/source-label'
import type { AnyUpstream, Pulled } from '#upstreams/upstream'

/**
 * Fetches a feed, and its fallback if it fails or is late, and returns the better value.
 *
 * @param previous The cached copy, returned if the provider reports no change.
 * @throws Problem `upstream_invalid`, `upstream_unavailable`, or the feed's `problemIfAbsent`.
 */
export async function pull<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: Context,
  previous?: Value,
): Promise<Pulled<Value>> {
  const result = await pullBest(upstream, params, context, previous)
  if (result instanceof UpstreamError) throw toProblem(upstream, result)
  return result
}

/** Returns the feed's own value unless it failed, or is late and a fallback has a newer one. */
async function pullBest<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: Context,
  previous: Value | undefined,
): Promise<Pulled<Value> | UpstreamError> {
  const { fallback, newestAt, cadenceMs } = upstream
  const own = await tryFetch(upstream, params, context, previous)
  const isUpToDate = !(own instanceof UpstreamError) && !isLate(newestAt(own.value), cadenceMs, own.fetchedAt)
  if (!fallback || isUpToDate) return own
  const other = await pullBest(fallback, params, context, undefined)
  if (other instanceof UpstreamError) return own
  if (own instanceof UpstreamError) return other
  return (newestAt(other.value) ?? 0) > (newestAt(own.value) ?? 0) ? other : own
}

async function tryFetch<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: Context,
  previous: Value | undefined,
): Promise<Pulled<Value> | UpstreamError> {
  const request: FeedRequest<Params, Value> = { upstream, params, previous }
  try {
    const { value, at, isOlder } = await fetchFeed(request, context)
    return {
      value,
      isOlder,
      feed: upstream.id,
      source: sourceOf(upstream, context.settings.sourceNote),
      fetchedAt: at,
    }
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}
