import { minutes } from '#kernel/kit/time'

/** How far a feed may go back without a report, as providers withdraw rows and their clocks differ. */
export const BACKWARD_TOLERANCE_MS = minutes(10)

/** The newest instant of every feed in this process. */
export class NewestInstants {
  readonly #byFeed = new Map<string, number>()

  /**
   * Records the newest instant of a feed, in epoch milliseconds.
   *
   * @returns Whether it is more than ten minutes older than the newest instant that this process has
   *   recorded.
   */
  record(id: string, newest: number): boolean {
    const before = this.#byFeed.get(id) ?? newest
    this.#byFeed.set(id, Math.max(before, newest))
    return before - newest > BACKWARD_TOLERANCE_MS
  }
}

/** Returns the age, in milliseconds, from which the newest value of a feed is late: three cadences. */
export function lateThresholdMs(cadenceMs: number): number {
  return 3 * cadenceMs
}

/**
 * Returns whether the newest value of a feed was late when it was requested; `null` is never late. A feed
 * that was not requested since, such as a fallback, does not become late.
 */
export function isLate(newest: number | null, cadenceMs: number, requestedAt: number): boolean {
  return newest !== null && requestedAt - newest > lateThresholdMs(cadenceMs)
}

/** Returns whether the newest value of a feed was too old to be served as current when it was requested. */
export function isTooOld(newest: number | null, maxAgeMs: number | undefined, requestedAt: number): boolean {
  return newest !== null && maxAgeMs !== undefined && requestedAt - newest > maxAgeMs
}
