export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** `2026-11-21T01:37:00`: UTC without a zone, as RTSW and the Kp products write it. */
export function withoutZone(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}

/** `2026-11-21T01:37:00Z`, as GOES and Launch Library write it. */
export function withZone(at: number): string {
  return `${withoutZone(at)}Z`
}

/** The last whole step of `stepMs` at or before `at`, counted from a UTC midnight. */
export function floorTo(stepMs: number, at: number): number {
  return Math.floor(at / stepMs) * stepMs
}
