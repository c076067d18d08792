import { floorTo, HOUR, MINUTE } from '#time'

/** Returns the last 00:30 or 12:30 UTC. */
export function lastIssue(now: number): number {
  return floorTo(12 * HOUR, now - 30 * MINUTE) + 30 * MINUTE
}

/** Formats a day as `2026 Nov 22`. */
export function label(at: number): string {
  const [, day, month, year] = new Date(at).toUTCString().split(' ')
  return `${year} ${month} ${day}`
}

/** Formats an instant as `2026 Nov 22 1230`. */
export function stampOf(at: number): string {
  return `${label(at)} ${hourOf(at)}`
}

/** Formats a time of day as `1230`. */
export function hourOf(at: number): string {
  return new Date(at).toISOString().slice(11, 16).replace(':', '')
}
