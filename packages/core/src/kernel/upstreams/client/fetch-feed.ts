import { requirePlausible } from '#kernel/upstreams/client/plausibility'
import type { ProviderPause } from '#kernel/upstreams/client/provider-pauses'
import { readResponse } from '#kernel/upstreams/client/read-response'
import { isTooOld } from '#kernel/upstreams/client/staleness'
import { sendRequest } from '#kernel/upstreams/client/transport'
import { FeedError, notRequestedError, UpstreamError } from '#kernel/upstreams/client/upstream-error'
import type { UpstreamContext } from '#kernel/upstreams/context'
import { describeUnusable, type RowCounts, unusableShare } from '#kernel/upstreams/parse/rows'
import { providerId } from '#kernel/upstreams/providers'
import type { AnyUpstream, Row, UpstreamResponse } from '#kernel/upstreams/upstream'

/** A request of one feed. */
export interface FeedRequest<Params, Value> {
  readonly upstream: AnyUpstream<Params, Value>
  readonly params: Params
  /** The cached copy, which a "not modified" response confirms. */
  readonly previous: Value | undefined
}

/** Result of a request. */
interface Fetched<Value> {
  readonly value: Value
  /** Time of the request, in epoch milliseconds. */
  readonly at: number
  /** Whether it is an older copy of the cached one. */
  readonly isOlder: boolean
  /** Share of unusable rows in the body, 0 to 1. */
  readonly unusableShare: number
  /** The history in the body, in ascending time; empty for none. */
  readonly history: readonly Row[]
}

/**
 * Requests one feed once, through circuit breaker, budgets, timeout, size limit, parser and plausibility
 * check, and records the outcome and the history in the body.
 *
 * @throws UpstreamError
 */
export async function fetchFeed<Params, Value>(
  { upstream, params, previous }: FeedRequest<Params, Value>,
  context: UpstreamContext,
): Promise<Fetched<Value>> {
  const { id, seriesId } = upstream
  const provider = providerId(upstream.provider)
  const breaker = context.upstreams.circuits.of(id)
  const at = context.now()
  if (breaker.isOpen) throw notRequestedError('circuit breaker open after repeated failures')
  const leave = await context.upstreams.pauses.requireLeave(provider)
  const refund = await context.upstreams.budgets.consumeAll(upstream, params).catch(async (error) => {
    await leave.refund()
    throw error
  })

  let response: UpstreamResponse | undefined
  let respondedAt: number | undefined
  let failure: UpstreamError | undefined
  let value: Value | undefined
  let isOlder = false
  let history: readonly Row[] = []
  let counts: RowCounts | undefined
  const listeners = {
    onHistory(rows: readonly Row[]) {
      history = rows
    },
    onRows(rows: RowCounts) {
      counts = rows
    },
  }
  try {
    response = await sendRequest(upstream, params, at, context)
    respondedAt = context.now()
    const pause = (wanted: ProviderPause) => context.upstreams.pauses.begin(provider, wanted)
    const parsed = await readResponse(upstream, { response, params, previous, at, pause, listeners })
    await requirePlausible(upstream, params, { value: parsed, cached: previous }, context)
    isOlder = previous !== undefined && upstream.isOlderCopy?.(parsed, previous, at) === true
    value = parsed
    breaker.succeeded()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    failure = error
    if (!response || response.status >= 500) await refund()
    if (isFeedHealthy(failure)) breaker.succeeded()
    else breaker.failed()
  }

  if (!failure || isFeedHealthy(failure)) await leave.succeeded()
  const newest = value === undefined ? null : upstream.newestAt(value)
  const wentBack =
    isOlder || (seriesId !== undefined && newest !== null && context.upstreams.newest.record(id, newest))
  const isStale = isTooOld(newest, upstream.maxAgeMs, at)
  const error = failure && failure.kind !== 'absent' ? failure : undefined
  const share = unusableShare(counts)
  const unusable = counts && share > 0 ? unusableRows(counts) : undefined
  const trouble = error ?? (isStale ? STALE : wentBack ? WENT_BACK : unusable)
  const ok = failure ? isFeedHealthy(failure) : !isStale
  await Promise.all([
    context.upstreams.states.record(id, {
      ok,
      checkedAt: at,
      httpStatus: response?.status ?? null,
      latencyMs: context.now() - at,
      dataAsOf: newest,
      schemaOk: failure ? (failure.reason === 'schema_mismatch' ? false : null) : true,
      error: trouble?.message ?? null,
      reason: trouble?.reason ?? null,
    }),
    seriesId && history.length > 0
      ? context.upstreams.onRows(seriesId, { feed: id, fetchedAt: at, rows: history })
      : undefined,
  ])
  context.onEvent({ type: 'upstream', feed: id, provider, ok, ms: (respondedAt ?? context.now()) - at })
  // An unusable row may stay in the file for days.
  const isNews = context.upstreams.unusableRows.isNews(`${id} ${JSON.stringify(params)}`, share)
  if (trouble && (trouble !== unusable || isNews))
    context.onError(new FeedError(id, error ?? new Error(trouble.message)))
  if (failure) throw failure
  return { value: value as Value, at, isOlder, unusableShare: share, history }
}

/** Conditions that are reported although a value was received. */
const WENT_BACK = {
  reason: 'went_back',
  message: 'received older data than before; the newer value is served until it expires',
}
const STALE = { reason: 'stale', message: 'stale: the newest value is too old to be served' }

const unusableRows = (counts: RowCounts) => ({ reason: 'unusable_rows', message: describeUnusable(counts) })

/** "Not found" and "not modified" are valid responses, not failures of the feed. */
function isFeedHealthy({ kind, reason }: UpstreamError): boolean {
  return kind === 'absent' || reason === 'not_modified'
}
