const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A length of time in its one fitting unit, rounded down: `45 s`, `12 min`, `26 h`, `9 d`. */
export function spanOf(ms: number): string {
  if (ms < 100 * SECOND) return `${Math.floor(ms / SECOND)} s`
  if (ms < 100 * MINUTE) return `${Math.floor(ms / MINUTE)} min`
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`
}

/** How far an instant is from now, both in epoch milliseconds: `12 min ago`, `just now`, `in 4 h`. */
export function distanceOf(at: number, now: number): string {
  if (Math.abs(now - at) < SECOND) return 'just now'
  return at <= now ? `${spanOf(now - at)} ago` : `in ${spanOf(at - now)}`
}
