const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a duration in one unit, rounded down: `45 s`, `12 min`, `26 h`, `9 d`. */
export function durationText(ms: number): string {
  return inOneUnit(ms, Math.floor)
}

/**
 * Formats an instant relative to now, both in epoch milliseconds: `12 min ago`, `just now`, `in 4 h`. The
 * past is rounded down, the future to the nearest, so that "in 90 d" does not turn into 89 immediately.
 */
export function distanceOf(at: number, now: number): string {
  if (Math.abs(now - at) < SECOND) return 'just now'
  return at <= now ? `${durationText(now - at)} ago` : `in ${inOneUnit(at - now, Math.round)}`
}

function inOneUnit(ms: number, whole: (value: number) => number): string {
  if (whole(ms / SECOND) < 60) return `${whole(ms / SECOND)} s`
  if (whole(ms / MINUTE) < 60) return `${whole(ms / MINUTE)} min`
  return whole(ms / HOUR) < 48 ? `${whole(ms / HOUR)} h` : `${whole(ms / DAY)} d`
}

/** Formats an instant as `2026-11-21 13:04 UTC`. */
export function formatMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
