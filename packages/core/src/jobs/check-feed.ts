import type { Context } from '#context'
import { feedStateOf } from '#describe/feed-state'
import { spanOf } from '#figures/span'
import { Problem } from '#problem'
import type { CheckedUpstream } from '#store/check-reports'
import type { UpstreamState } from '#store/upstream-states'
import { Failure, type FailureReason } from '#upstreams/failure'
import type { Feed } from '#upstreams/index'
import { isLate, isPast, lateAfterMs } from '#upstreams/newest'
import { nameOf } from '#upstreams/providers'

interface FeedCheck {
  /** When the whole check began, epoch milliseconds. */
  readonly beganAt: number
  /** Waits before a feed that failed is asked again. */
  readonly pause: () => Promise<void>
}

type Verdict = Pick<CheckedUpstream, 'status' | 'error'>

/** As many failures in a row as make a feed count as down everywhere. */
const TRIES = 3

/**
 * Verifies one feed: it answers, its own parser reads that, its newest value is not late. One that fails is asked three
 * times before it is called down; one that may not be asked now is told of as it was when it was asked last.
 */
export async function checkFeed(feed: Feed, check: FeedCheck, context: Context): Promise<CheckedUpstream> {
  const outcome = await askedOften(feed, check, context)
  const state = await context.upstreamStates.get(feed.id)
  const isNow = state !== undefined && state.checked_at >= check.beganAt
  const verdict =
    outcome instanceof Failure
      ? ofFailure(outcome, feed, state)
      : ofValue(outcome.newest, feed, isNow ? undefined : state, context.now())
  return {
    id: feed.id,
    provider: nameOf(feed.provider),
    ...verdict,
    asked_at: state?.checked_at ?? null,
    http_status: state?.http_status ?? null,
    latency_ms: state?.latency_ms ?? null,
    data_as_of: outcome instanceof Failure ? (state?.data_as_of ?? null) : outcome.newest,
    schema_ok: state?.schema_ok ?? null,
  }
}

/** What the feed gave, or its first failure if it went on to fail. */
async function askedOften(
  feed: Feed,
  { pause }: FeedCheck,
  context: Context,
): Promise<{ newest: number | null } | Failure> {
  let first: Failure | undefined
  for (let tries = 1; ; tries += 1) {
    try {
      return { newest: await feed.probe(context) }
    } catch (error) {
      first ??= failureIn(error)
      if (tries === TRIES || !mayPass(feed, first)) return first
      await pause()
    }
  }
}

/** Whether it may be well in a moment. A deadline was patience enough; CelesTrak shuts out who asks again. */
function mayPass({ provider }: Feed, { reason }: Failure): boolean {
  if (provider === 'celestrak') return false
  return reason === 'unreachable' || reason === 'schema_mismatch' || /^http_5/.test(reason)
}

/** The failure of the upstream in what a probe threw; what is no upstream's failure is thrown on. */
function failureIn(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (!(error instanceof Problem) || error.code === 'store_unavailable') throw error
  if (error.cause instanceof Failure) return error.cause
  if (error.code !== 'upstream_unavailable') throw error
  return new Failure('unavailable', 'no answer in time', error, 'timeout')
}

function ofFailure(failure: Failure, feed: Feed, state: UpstreamState | undefined): Verdict {
  const error = inWords(failure.reason, failure.message)
  if (failure.reason === 'not_asked') return state ? asKnown(feed, state) : { status: 'unknown', error }
  if (failure.reason === 'not_modified') return { status: 'operational', error }
  return { status: failure.kind === 'absent' ? 'degraded' : 'down', error }
}

/** A value that was held already says nothing of the feed: its last ask does. */
function ofValue(newest: number | null, feed: Feed, before: UpstreamState | undefined, now: number): Verdict {
  if (before) return asKnown(feed, before)
  if (isPast(newest, feed.currentMs, now)) return { status: 'down', error: staleness(newest, feed, now) }
  return isLate(newest, feed.cadenceMs, now)
    ? { status: 'degraded', error: lateness(newest, feed, now) }
    : { status: 'operational', error: null }
}

/** What failed when it was last asked is down, whatever readers are still given of it: the feed is judged, not what is held. */
function asKnown(feed: Feed, state: UpstreamState): Verdict {
  const { data_as_of, checked_at, error, reason } = state
  const status = feedStateOf(state, { cadenceMs: feed.cadenceMs, servedMs: 0 }, checked_at)
  if (error !== null) return { status, error: reason === null ? error : inWords(reason, error) }
  return { status, error: status === 'degraded' ? lateness(data_as_of, feed, checked_at) : null }
}

/** A code that is stable, with words behind it unless it says all. */
function inWords(reason: FailureReason | string, message: string): string {
  if (message === `HTTP ${reason.slice('http_'.length)}`) return reason
  return message.startsWith(`${reason}:`) ? message : `${reason}: ${message}`
}

function lateness(newest: number | null, { cadenceMs }: Feed, askedAt: number): string {
  return `late: ${ageOf(newest, lateAfterMs(cadenceMs), askedAt)}`
}

function staleness(newest: number | null, { currentMs = 0 }: Feed, askedAt: number): string {
  return `stale: ${ageOf(newest, currentMs, askedAt)}, so that nothing of it is given`
}

function ageOf(newest: number | null, limitMs: number, askedAt: number): string {
  return `the newest value is ${spanOf(askedAt - (newest ?? askedAt))} old, and ${spanOf(limitMs)} is the limit`
}
