import type { Context } from '#context'
import { minutes } from '#time'

const newestOfFeeds = new WeakMap<Context, Map<string, number>>()

/** A provider that goes back by no more than this is taken as it is: rows are withdrawn, and clocks differ. */
export const BACK_MS = minutes(10)

/**
 * Whether the newest instant of a feed, in epoch milliseconds, is more than ten minutes behind the newest that this process has
 * had of it.
 */
export function wentBack(id: string, newest: number, context: Context): boolean {
  const known = newestOfFeeds.get(context) ?? new Map<string, number>()
  newestOfFeeds.set(context, known)
  const before = known.get(id) ?? newest
  known.set(id, Math.max(before, newest))
  return before - newest > BACK_MS
}

/** How old the newest value of a feed may be before it is late. */
export function lateAfterMs(cadenceMs: number): number {
  return 3 * cadenceMs
}

/**
 * Whether the newest value of a feed was older than three cadences when it was asked, in epoch milliseconds; what carries none
 * is never late. A feed that nobody has asked since, such as a fallback, is not late for that.
 */
export function isLate(newest: number | null, cadenceMs: number, askedAt: number): boolean {
  return newest !== null && askedAt - newest > lateAfterMs(cadenceMs)
}

/** Whether the newest value of a feed was too old to be given as current when it was asked, in epoch milliseconds. */
export function isPast(newest: number | null, currentMs: number | undefined, askedAt: number): boolean {
  return newest !== null && currentMs !== undefined && askedAt - newest > currentMs
}
