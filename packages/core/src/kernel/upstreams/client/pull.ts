import { type FeedRequest, fetchFeed } from '#kernel/upstreams/client/fetch-feed'
import { lastGapEnd } from '#kernel/upstreams/client/filled-gaps'
import { isLate } from '#kernel/upstreams/client/staleness'
import { toProblem } from '#kernel/upstreams/client/to-problem'
import { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import type { UpstreamContext } from '#kernel/upstreams/context'
import { providerId } from '#kernel/upstreams/providers'
import { sourceOf } from '#kernel/upstreams/source-label'
import type { AnyUpstream, Pulled, Row } from '#kernel/upstreams/upstream'

/** Result of a request, and the history in the body. */
interface Tried<Value> {
  readonly pulled: Pulled<Value>
  readonly history: readonly Row[]
}

/**
 * Fetches a feed, and its fallback if it fails or is late, and returns the better value.
 *
 * @param previous The cached copy, returned if the provider reports no change.
 * @throws Problem `upstream_invalid`, `upstream_unavailable`, or the feed's `problemIfAbsent`.
 */
export async function pull<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: UpstreamContext,
  previous?: Value,
): Promise<Pulled<Value>> {
  const result = await pullBest(upstream, params, context, previous)
  if (!(result instanceof UpstreamError)) return result
  const retryAt = result.kind === 'absent' ? 0 : await nextTryAt(upstream, params, context)
  throw toProblem(upstream, result, retryAt, context.now())
}

/**
 * Returns when the feed or a fallback may be requested again, in epoch milliseconds: after a pause of its
 * provider, with a free call of its budgets, and when its circuit breaker allows a request.
 */
async function nextTryAt<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: UpstreamContext,
): Promise<number> {
  const { circuits, pauses, budgets } = context.upstreams
  const { fallback } = upstream
  const own = Math.max(
    circuits.of(upstream.id).openUntil,
    await pauses.nextLeaveAt(providerId(upstream.provider)),
    await budgets.freeAt(upstream, params),
  )
  return fallback ? Math.min(own, await nextTryAt(fallback, params, context)) : own
}

/** Returns the feed's own value unless it failed, or is late and a fallback has a newer one. */
async function pullBest<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: UpstreamContext,
  previous: Value | undefined,
): Promise<Pulled<Value> | UpstreamError> {
  const { id, fallback, newestAt, cadenceMs, fillsGaps } = upstream
  const tried = await tryFetch(upstream, params, context, previous)
  const own = tried instanceof UpstreamError ? tried : tried.pulled
  if (!fallback) return own
  const isBehind =
    tried instanceof UpstreamError || isLate(newestAt(tried.pulled.value), cadenceMs, tried.pulled.fetchedAt)
  if (isBehind) {
    const other = await pullBest(fallback, params, context, undefined)
    if (other instanceof UpstreamError) return own
    if (own instanceof UpstreamError) return other
    return (newestAt(other.value) ?? 0) > (newestAt(own.value) ?? 0) ? other : own
  }
  const gapEnd = fillsGaps ? lastGapEnd(tried.history) : undefined
  if (gapEnd !== undefined) {
    // Rows of the fallback within the gap are recorded.
    const fill = async () =>
      !((await tryFetch(fallback, params, context, undefined)) instanceof UpstreamError)
    await context.upstreams.filledGaps.fillOnce(id, gapEnd, fill)
  }
  return own
}

async function tryFetch<Params, Value>(
  upstream: AnyUpstream<Params, Value>,
  params: Params,
  context: UpstreamContext,
  previous: Value | undefined,
): Promise<Tried<Value> | UpstreamError> {
  const request: FeedRequest<Params, Value> = { upstream, params, previous }
  try {
    const { value, at, isOlder, unusableShare, history } = await fetchFeed(request, context)
    const source = sourceOf(upstream, context.settings.sourceNote)
    return { pulled: { value, isOlder, unusableShare, feed: upstream.id, source, fetchedAt: at }, history }
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}
