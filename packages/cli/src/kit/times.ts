import { distanceOf } from '@space-data/charts/text'

export { durationText } from '@space-data/charts/text'

/** Formats an instant relative to now and absolute: `12 min ago, 2026-11-20T22:31Z`. */
export function formatMoment(instant: string | number | null, none: string, now = Date.now()): string {
  const at = toEpochMs(instant)
  return at === null ? none : `${formatAgo(at, none, now)}, ${new Date(at).toISOString().slice(0, 16)}Z`
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
