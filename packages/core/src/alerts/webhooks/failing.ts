import { type DeliveryState, isProbed } from '#alerts/webhooks/delivery-state'
import { withJitter } from '#alerts/webhooks/retry-schedule'
import { days, hours, minutes } from '#kit/time'

/** From one probe of a failing receiver to the next. */
const PROBE_MS = minutes(30)
/** How long a receiver must have failed before its webhook is disabled … */
const FAILING_MS = days(5)
/** … and how far two of its failures before the last must be apart: a service that was off proves nothing. */
const FAILURES_APART_MS = hours(12)

/** An attempt that failed. */
export interface FailedAttempt {
  /** When it began, in epoch milliseconds. */
  readonly begunAt: number
  /** What was wrong, such as `HTTP 500`. */
  readonly error: string
  /** From 0 to 1. */
  readonly random: number
}

/**
 * Counts a failure of the receiver. Attempts that began before a failure was counted are of the same moment:
 * a receiver that fails three at once has failed once.
 */
export function countFailure(
  state: DeliveryState,
  { begunAt, error, random }: FailedAttempt,
  now: number,
): DeliveryState {
  const { failingSince, lastFailureAt } = state
  // A failure that is still to come was counted by a clock that was ahead.
  const isCounted =
    failingSince !== null && lastFailureAt !== null && begunAt < lastFailureAt && lastFailureAt <= now
  if (isCounted) return { ...state, lastError: error }
  const since = Math.min(failingSince ?? now, now)
  const failed = { ...state, failingSince: since, lastFailureAt: now, lastError: error }
  return { ...failed, probeAt: isProbed(failed) ? now + withJitter(PROBE_MS, random) : 0 }
}

/** Whether a receiver has failed for so long, by its failure now, that its webhook is to be disabled. */
export function isHopeless({ failingSince, lastFailureAt }: DeliveryState, now: number): boolean {
  if (failingSince === null || lastFailureAt === null) return false
  return now - failingSince >= FAILING_MS && lastFailureAt - failingSince >= FAILURES_APART_MS
}
