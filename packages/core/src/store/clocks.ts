import { hours, minutes } from '#time'

/** How far the clocks of two processes on one store may be apart, in milliseconds, for one to believe the other's `until`. */
export const APART_MS = minutes(10)

/** How long a clock that has gone ahead must stay there to be believed. */
const PROBATION_MS = hours(1)
/** What two looks may differ by that say the same: clocks run at slightly different rates. */
const SAME_MS = minutes(1)

interface SweepClockOptions {
  /** Whether the first look is believed: nothing was there before it that could be forgotten wrongly. */
  readonly believesFirst: boolean
}

/**
 * Tells, for what the clock says now, up to which instant a sweep may forget, `-Infinity` for nothing yet: what is forgotten is not back when
 * a clock that was ahead is set right. A clock is believed as far as time has really passed since it was last believed, by one that only
 * goes forward; if it says more, then once it has said so for an hour.
 */
export function sweepClock({ believesFirst }: SweepClockOptions): (now: number) => number {
  /** The clock minus the one that only goes forward. */
  let believed = Number.NEGATIVE_INFINITY
  let claimed: { readonly offset: number; readonly since: number } | undefined
  let isFirst = believesFirst

  return (now) => {
    const elapsed = performance.now()
    const offset = now - elapsed
    if (isFirst || offset <= believed) {
      isFirst = false
      believed = offset
      claimed = undefined
      return now
    }
    if (!claimed || Math.abs(offset - claimed.offset) > SAME_MS) claimed = { offset, since: elapsed }
    if (elapsed - claimed.since < PROBATION_MS) return believed + elapsed
    believed = offset
    claimed = undefined
    return now
  }
}
