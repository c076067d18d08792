import { hours, minutes } from '#kernel/kit/time'

/**
 * Maximum difference between clocks of processes on one store, in milliseconds. A later `until` is considered
 * wrong.
 */
export const MAX_CLOCK_SKEW_MS = minutes(10)

/** How long a clock that has jumped ahead must remain ahead before it is trusted. */
const PROBATION_MS = hours(1)
/**
 * Maximum difference between two offsets that are considered equal, because clocks run at slightly different
 * rates.
 */
const OFFSET_TOLERANCE_MS = minutes(1)

interface SweepClockOptions {
  /** Whether the first time is trusted. True if there is nothing older that could be deleted wrongly. */
  readonly trustsFirst: boolean
}

/**
 * Returns a function that limits the wall clock for sweeps. For the current time, it returns the instant up
 * to which expired records may be deleted, or `-Infinity` if there is none yet. Records deleted while a clock
 * was ahead would not return after the clock is corrected. So a clock is trusted only as far as a monotonic
 * clock has advanced since it was last trusted. A clock that has jumped ahead is trusted after it has
 * remained ahead for an hour.
 */
export function createSweepClock({ trustsFirst }: SweepClockOptions): (now: number) => number {
  /** Wall clock minus monotonic clock, as last trusted. */
  let trustedOffset = Number.NEGATIVE_INFINITY
  let candidate: { readonly offset: number; readonly since: number } | undefined
  let isFirst = trustsFirst

  return (now) => {
    const elapsed = performance.now()
    const offset = now - elapsed
    if (isFirst || offset <= trustedOffset) {
      isFirst = false
      trustedOffset = offset
      candidate = undefined
      return now
    }
    if (!candidate || Math.abs(offset - candidate.offset) > OFFSET_TOLERANCE_MS)
      candidate = { offset, since: elapsed }
    if (elapsed - candidate.since < PROBATION_MS) return trustedOffset + elapsed
    trustedOffset = offset
    candidate = undefined
    return now
  }
}
