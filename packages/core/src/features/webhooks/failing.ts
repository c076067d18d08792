import { type DeliveryState, isProbed } from '#features/webhooks/delivery-state'
import { withJitter } from '#features/webhooks/retry-schedule'
import { days, hours, minutes } from '#kernel/kit/time'

/** Interval between two probes of a failing receiver. */
const PROBE_MS = minutes(30)
/** Time for which a receiver must have failed before its webhook is disabled … */
const FAILING_MS = days(5)
/**
 * … and the minimum distance between two failures before the last, as failures prove nothing while this
 * service was stopped.
 */
const FAILURES_APART_MS = hours(12)

/** A failed attempt. */
export interface FailedAttempt {
  /** Time at which it began, in epoch milliseconds. */
  readonly begunAt: number
  /** The error, such as `HTTP 500`. */
  readonly error: string
  /** From 0 to 1. */
  readonly random: number
}

/**
 * Counts a failure of the receiver. Attempts that began before a failure was counted belong to the same
 * failure: three concurrent failed attempts count as one failure.
 */
export function countFailure(
  state: DeliveryState,
  { begunAt, error, random }: FailedAttempt,
  now: number,
): DeliveryState {
  const { failingSince, lastFailureAt } = state
  // A failure in the future was counted by a clock that was ahead.
  const isCounted =
    failingSince !== null && lastFailureAt !== null && begunAt < lastFailureAt && lastFailureAt <= now
  if (isCounted) return { ...state, lastError: error }
  const since = Math.min(failingSince ?? now, now)
  const failed = { ...state, failingSince: since, lastFailureAt: now, lastError: error }
  return { ...failed, probeAt: isProbed(failed) ? now + withJitter(PROBE_MS, random) : 0 }
}

/**
 * Returns whether a receiver, including its current failure, has failed for so long that its webhook must be
 * disabled.
 */
export function isHopeless({ failingSince, lastFailureAt }: DeliveryState, now: number): boolean {
  if (failingSince === null || lastFailureAt === null) return false
  return now - failingSince >= FAILING_MS && lastFailureAt - failingSince >= FAILURES_APART_MS
}
