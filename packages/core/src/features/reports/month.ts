import { days, iso, utcDay } from '#kernel/kit/time'
import { endOfMonth } from '#kernel/storage/records/months'

/** Returns whether a text is a month, such as `2026-11`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}

/** Returns the month of an instant in epoch milliseconds, such as `2026-11`, UTC. */
export function monthOf(at: number): string {
  return iso(at).slice(0, 7)
}

/** Returns when a month begins, in epoch milliseconds. */
export function monthStart(month: string): number {
  return Date.parse(`${month}-01T00:00:00.000Z`)
}

/** Returns the previous month. */
export function monthBefore(month: string): string {
  return monthOf(monthStart(month) - 1)
}

/** Returns the days of a month, such as `2026-11-01`, ascending. */
export function daysOf(month: string): string[] {
  const [start, end] = [monthStart(month), endOfMonth(month)]
  return Array.from({ length: (end - start) / days(1) }, (_, i) => utcDay(start + i * days(1)))
}
