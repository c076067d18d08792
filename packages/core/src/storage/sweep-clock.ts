import { hours, minutes } from '#kit/time'

/** How far clocks of processes on one store may differ, in milliseconds; a later `until` is wrong. */
export const MAX_CLOCK_SKEW_MS = minutes(10)

/** How long a clock that has jumped ahead must stay there before it is trusted. */
const PROBATION_MS = hours(1)
/** By how much two offsets may differ that count as equal: clocks run at slightly different rates. */
const OFFSET_TOLERANCE_MS = minutes(1)

interface SweepClockOptions {
  /** Whether the first time is trusted: true where nothing older exists that could be deleted wrongly. */
  readonly trustsFirst: boolean
}

/**
 * Returns a function that limits the wall clock for sweeps: given the current time, it returns up to which
 * instant expired records may be deleted, `-Infinity` for none yet. Records deleted while a clock was ahead
 * would not come back once it is set right. So a clock is trusted only as far as a monotonic clock has
 * advanced since it was last trusted; one that has jumped ahead is trusted after it has stayed there for an
 * hour.
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
