import type { Context } from '#context'
import { days, nextUtcMidnight, utcDay, wholeSecondsUntil } from '#time'

/** A UTC calendar day that requests and issues are counted on. */
export interface Day {
  /** Such as `2026-11-21`. */
  readonly name: string
  /** Its last midnight in epoch milliseconds. */
  readonly end: number
}

const reached = new WeakMap<Context, Day>()

/**
 * The day to count on. A clock that goes back over midnight, by a day at most, stays on the day that this process had
 * reached, so that nobody has a day twice; one that goes back further had been wrong before, and is followed.
 */
export function dayOf(context: Context, now: number): Day {
  const known = reached.get(context)
  if (known && now < known.end && now >= known.end - days(2)) return known
  const day = { name: utcDay(now), end: nextUtcMidnight(now) }
  reached.set(context, day)
  return day
}

/** Whole seconds until a day is over, from 1 to 86,400 whatever the clock says. */
export function secondsLeftOf(day: Day, now: number): number {
  return Math.min(wholeSecondsUntil(day.end, now), 86_400)
}
