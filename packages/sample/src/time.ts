export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Formats UTC without a zone, as RTSW and Kp products do: `2026-11-21T01:37:00`. */
export function withoutZone(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}

/** Formats UTC with a zone, as GOES and Launch Library do: `2026-11-21T01:37:00Z`. */
export function withZone(at: number): string {
  return `${withoutZone(at)}Z`
}

/** Returns the last multiple of `stepMs` at or before `at`. */
export function floorTo(stepMs: number, at: number): number {
  return Math.floor(at / stepMs) * stepMs
}
