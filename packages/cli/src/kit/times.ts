import { distanceOf, durationText } from '@space-data/charts/text'

export { durationText } from '@space-data/charts/text'

/** Formats an instant relative to now and absolute: `12 min ago, 2026-11-20T22:31Z`. */
export function formatMoment(instant: string | number | null, none: string, now = Date.now()): string {
  const at = toEpochMs(instant)
  return at === null ? none : `${formatAgo(at, none, now)}, ${new Date(at).toISOString().slice(0, 16)}Z`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats an ISO 8601 instant within a year as `28 Nov 18:53` in UTC; `none` if there is none. */
export function formatDayAndTime(instant: string | null, none: string): string {
  if (instant === null) return none
  return `${instant.slice(8, 10)} ${MONTHS[Number(instant.slice(5, 7)) - 1]} ${instant.slice(11, 16)}`
}

/** Formats a validity: `valid for 10 min, until 2026-11-28T19:54Z`; `was valid until …` when it has ended. */
export function formatValidity(until: string | number, now = Date.now()): string {
  const at = new Date(until)
  const minute = `${at.toISOString().slice(0, 16)}Z`
  const left = at.getTime() - now
  return left > 0 ? `valid for ${durationText(left)}, until ${minute}` : `was valid until ${minute}`
}

/** Formats an instant relative to now: `12 min ago`, `just now`, `in 4 h`; `none` if there is none. */
export function formatAgo(instant: string | number | null, none: string, now = Date.now()): string {
  const at = toEpochMs(instant)
  return at === null ? none : distanceOf(at, now)
}

/** Converts an ISO 8601 instant to epoch milliseconds; numbers pass through. */
function toEpochMs(instant: string | number | null): number | null {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  return at === null || Number.isNaN(at) ? null : at
}
