import { days, nextUtcMidnight, utcDay, wholeSecondsUntil } from '#kit/time'

/** A UTC day that requests and issued keys are counted on. */
export interface Day {
  /** Such as `2026-11-21`. */
  readonly name: string
  /** Midnight at its end; epoch milliseconds. */
  readonly end: number
}

/** The day that this process counts on. */
export class CountingDay {
  #current: Day | undefined

  /**
   * Returns the day to count on. If the clock is set back over midnight by at most a day, the later day
   * stays, so that no quota resets twice; after a larger step the clock is followed.
   */
  current(now: number): Day {
    const current = this.#current
    if (current && now < current.end && now >= current.end - days(2)) return current
    this.#current = { name: utcDay(now), end: nextUtcMidnight(now) }
    return this.#current
  }
}

/** Returns the seconds until a day ends, from 1 to 86,400 whatever the clock. */
export function secondsLeftIn(day: Day, now: number): number {
  return Math.min(wholeSecondsUntil(day.end, now), 86_400)
}
