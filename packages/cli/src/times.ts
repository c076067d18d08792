import { distanceOf } from '@space-data/core/figures'

export { spanOf } from '@space-data/core/figures'

/** How far an instant is from now, then the instant itself to the minute: `12 min ago, 2026-11-20T22:31Z`. */
export function momentOf(instant: string | number | null, none: string, now = Date.now()): string {
  const at = msOf(instant)
  return at === null ? none : `${agoOf(at, none, now)}, ${new Date(at).toISOString().slice(0, 16)}Z`
}

/** How far an instant is from now: `12 min ago`, `just now`, `in 4 h`; `none` when there is no instant. */
export function agoOf(instant: string | number | null, none: string, now = Date.now()): string {
  const at = msOf(instant)
  return at === null ? none : distanceOf(at, now)
}

/** Epoch milliseconds of an ISO 8601 instant, or of what are milliseconds already. */
function msOf(instant: string | number | null): number | null {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  return at === null || Number.isNaN(at) ? null : at
}
