import { days, nextUtcMidnight, utcDay, wholeSecondsUntil } from '#kernel/kit/time'

/** A UTC day on which requests and issued keys are counted. */
export interface Day {
  /** Such as `2026-11-21`. */
  readonly name: string
  /** Midnight at the end of the day; epoch milliseconds. */
  readonly end: number
}

/** The day on which this process counts. */
export class CountingDay {
  #current: Day | undefined

  /**
   * Returns the day for counting. If the clock is set back over midnight by at most a day, the later day
   * stays current, so that no quota resets twice. After a larger step, the day follows the clock.
   */
  current(now: number): Day {
    const current = this.#current
    if (current && now < current.end && now >= current.end - days(2)) return current
    this.#current = { name: utcDay(now), end: nextUtcMidnight(now) }
    return this.#current
  }
}

/** Returns the seconds until a day ends, limited to 1 to 86,400 for any clock. */
export function secondsLeftIn(day: Day, now: number): number {
  return Math.min(wholeSecondsUntil(day.end, now), 86_400)
}
