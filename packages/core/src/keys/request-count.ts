import type { Day } from '#keys/day'
import { days } from '#time'

/** How long the count of a day is kept after its end: the counts themselves are the history. */
const KEPT_MS = days(30)

/** Names the counter of an account's requests on a UTC day. */
export function requestCounter(account: string, day: Pick<Day, 'name'>): string {
  return `quota:${account}:${day.name}`
}

/** Until when a day's counter lives; epoch milliseconds. */
export function countedUntil(day: Pick<Day, 'end'>): number {
  return day.end + KEPT_MS
}
