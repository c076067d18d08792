export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

/** An instant that never comes, in epoch milliseconds: until when that is kept which has no end. */
export const FOREVER = Date.UTC(9999, 11, 31)

/** ISO 8601 UTC with milliseconds and `Z`, from epoch milliseconds. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Epoch milliseconds of an upstream's time stamp, or `null`; a stamp without a zone means UTC, never local time. */
export function parseUtc(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(
    text.trim(),
  )
  if (!match) return null
  const [, date, time = '00:00', rest = ':00', zone = 'Z'] = match
  const at = Date.parse(`${date}T${time}${rest}${zone}`)
  return Number.isNaN(at) ? null : at
}

/** The UTC calendar day, such as `2026-11-21`: the unit in which requests are counted. */
export function utcDay(at: number): string {
  return iso(at).slice(0, 10)
}

/** Epoch milliseconds of the next UTC midnight, always after `at`. */
export function nextUtcMidnight(at: number): number {
  return (Math.floor(at / days(1)) + 1) * days(1)
}

/** Epoch milliseconds of the next 03:17 UTC, when the nightly shell job is due. */
export function nextShellRun(at: number): number {
  const due = Math.floor(at / days(1)) * days(1) + hours(3) + minutes(17)
  return due > at ? due : due + days(1)
}

/** Whole seconds from `from` to `to`, rounded up and at least 1: what `Retry-After` may say. */
export function wholeSecondsUntil(to: number, from: number): number {
  return Math.max(1, Math.ceil((to - from) / 1_000))
}

/**
 * Whether what began at `since` lasts at `now`, all in epoch milliseconds. What began in a future further off than it lasts was begun
 * by a clock that was wrong and has been set back since: it would last until that instant comes again.
 */
export function lasts(since: number, until: number, now: number): boolean {
  return now < until && now >= since - (until - since)
}
