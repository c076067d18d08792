import { durationText } from '@space-data/charts/text'
import type { CheckedUpstream } from '#features/upstream-check/check-reports'
import { Problem } from '#kernel/kit/problem'
import { isLate, isTooOld, lateThresholdMs } from '#kernel/upstreams/client/staleness'
import { UpstreamError, type UpstreamErrorReason } from '#kernel/upstreams/client/upstream-error'
import type { UpstreamContext } from '#kernel/upstreams/context'
import type { Feed } from '#kernel/upstreams/feed'
import { providerName } from '#kernel/upstreams/providers'
import { feedState } from '#kernel/upstreams/states/feed-state'
import type { UpstreamState } from '#kernel/upstreams/states/upstream-states'

interface FeedCheck {
  /** Start of the check of all feeds, epoch milliseconds. */
  readonly startedAt: number
  /** Waits before a failed feed is requested again. */
  readonly waitToRetry: () => Promise<void>
}

type Verdict = Pick<CheckedUpstream, 'status' | 'error'>

/** Equal to the number of consecutive failures after which a feed counts as down elsewhere. */
const MAX_ATTEMPTS = 3

/**
 * Checks one feed: it responds, its parser accepts the response, its newest value is not late. A failure that
 * may be temporary is retried twice; a feed that may not be requested now is judged by its last request.
 */
export async function checkFeed(
  feed: Feed,
  check: FeedCheck,
  context: UpstreamContext,
): Promise<CheckedUpstream> {
  const outcome = await probeWithRetries(feed, check, context)
  const state = await context.upstreams.states.get(feed.id)
  const wasRequested = state !== undefined && state.checkedAt >= check.startedAt
  const verdict =
    outcome instanceof UpstreamError
      ? judgeFailure(outcome, feed, state)
      : judgeValue(outcome.newest, feed, wasRequested ? undefined : state, context.now())
  return {
    id: feed.id,
    provider: providerName(feed.provider),
    ...verdict,
    requestedAt: state?.checkedAt ?? null,
    httpStatus: state?.httpStatus ?? null,
    latencyMs: state?.latencyMs ?? null,
    dataAsOf: outcome instanceof UpstreamError ? (state?.dataAsOf ?? null) : outcome.newest,
    schemaOk: state?.schemaOk ?? null,
  }
}

/** Returns the instant of the feed's newest value, or the first failure if every attempt failed. */
async function probeWithRetries(
  feed: Feed,
  { waitToRetry }: FeedCheck,
  context: UpstreamContext,
): Promise<{ newest: number | null } | UpstreamError> {
  let firstFailure: UpstreamError | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { newest: await feed.probe(context) }
    } catch (error) {
      firstFailure ??= toUpstreamError(error)
      if (attempt === MAX_ATTEMPTS || !isRetryable(feed, firstFailure)) return firstFailure
      await waitToRetry()
    }
  }
}

/**
 * Whether a retry may succeed. A timeout is not retried, nor is CelesTrak, which blocks repeated requests.
 */
function isRetryable({ provider }: Feed, { reason }: UpstreamError): boolean {
  if (provider === 'celestrak') return false
  return reason === 'unreachable' || reason === 'schema_mismatch' || /^http_5/.test(reason)
}

/** Returns the upstream's failure behind an error of a probe; rethrows any other error. */
function toUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (!(error instanceof Problem) || error.code === 'store_unavailable') throw error
  if (error.cause instanceof UpstreamError) return error.cause
  if (error.code !== 'upstream_unavailable') throw error
  return new UpstreamError('unavailable', 'no response before the timeout', error, 'timeout')
}

function judgeFailure(failure: UpstreamError, feed: Feed, state: UpstreamState | undefined): Verdict {
  const error = formatError(failure.reason, failure.message)
  if (failure.reason === 'not_requested')
    return state ? judgeLastRequest(feed, state) : { status: 'unknown', error }
  if (failure.reason === 'not_modified') return { status: 'operational', error }
  return { status: failure.kind === 'absent' ? 'degraded' : 'down', error }
}

/**
 * Evaluates the newest value. A cached value is no evidence of the feed's state, so `lastRequest`, if there
 * is one, is evaluated instead.
 */
function judgeValue(
  newest: number | null,
  feed: Feed,
  lastRequest: UpstreamState | undefined,
  now: number,
): Verdict {
  if (lastRequest) return judgeLastRequest(feed, lastRequest)
  if (isTooOld(newest, feed.maxAgeMs, now)) return { status: 'down', error: describeStale(newest, feed, now) }
  return isLate(newest, feed.cadenceMs, now)
    ? { status: 'degraded', error: describeLate(newest, feed, now) }
    : { status: 'operational', error: null }
}

/**
 * Evaluates the last request. A feed whose last request failed is down, even while its cached value is still
 * served.
 */
function judgeLastRequest(feed: Feed, state: UpstreamState): Verdict {
  const { dataAsOf, checkedAt, error, reason } = state
  const status = feedState(state, { cadenceMs: feed.cadenceMs, usableMs: 0 }, checkedAt)
  if (error !== null) return { status, error: reason === null ? error : formatError(reason, error) }
  return { status, error: status === 'degraded' ? describeLate(dataAsOf, feed, checkedAt) : null }
}

/** Returns the stable code, followed by the message unless that only repeats it. */
function formatError(reason: UpstreamErrorReason | string, message: string): string {
  if (message === `HTTP ${reason.slice('http_'.length)}`) return reason
  return message.startsWith(`${reason}:`) ? message : `${reason}: ${message}`
}

function describeLate(newest: number | null, { cadenceMs }: Feed, requestedAt: number): string {
  return `late: ${describeAge(newest, lateThresholdMs(cadenceMs), requestedAt)}`
}

function describeStale(newest: number | null, { maxAgeMs = 0 }: Feed, requestedAt: number): string {
  return `stale: ${describeAge(newest, maxAgeMs, requestedAt)}, so it is not served`
}

function describeAge(newest: number | null, limitMs: number, requestedAt: number): string {
  const age = durationText(requestedAt - (newest ?? requestedAt))
  return `the newest value is ${age} old, and the limit is ${durationText(limitMs)}`
}
