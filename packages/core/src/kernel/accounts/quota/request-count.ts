import type { Day } from '#kernel/accounts/quota/day'
import { days } from '#kernel/kit/time'

/**
 * Time for which the count of a day is kept after its end, in milliseconds. The counts are the usage history.
 */
export const RETENTION_MS = days(30)

/** Returns the name of the counter of an account on a UTC day. */
export function requestCounter(account: string, day: Pick<Day, 'name'>): string {
  return `quota:${account}:${day.name}`
}

/** Returns when the counter of a day expires; epoch milliseconds. */
export function requestCounterExpiry(day: Pick<Day, 'end'>): number {
  return day.end + RETENTION_MS
}
