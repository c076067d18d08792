/** How far an instant is from now, then the instant itself to the minute: `12 min ago, 2026-11-20T22:31Z`. */
export function momentOf(instant: string | number | null, none: string, now = Date.now()): string {
  const at = msOf(instant)
  return at === null ? none : `${agoOf(at, none, now)}, ${new Date(at).toISOString().slice(0, 16)}Z`
}

/** How far an instant is from now: `12 min ago`, `just now`, `in 4 h`; `none` when there is no instant. */
export function agoOf(instant: string | number | null, none: string, now = Date.now()): string {
  const at = msOf(instant)
  if (at === null) return none
  if (Math.abs(now - at) < 1_000) return 'just now'
  return at <= now ? `${spanOf(now - at)} ago` : `in ${spanOf(at - now)}`
}

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

/** Epoch milliseconds of an ISO 8601 instant, or of what are milliseconds already. */
function msOf(instant: string | number | null): number | null {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  return at === null || Number.isNaN(at) ? null : at
}
