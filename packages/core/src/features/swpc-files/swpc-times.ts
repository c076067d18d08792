import { isoOfMinute } from '#kernel/kit/time'

/** Formats a whole minute as `2026-11-21T12:34:00`, which is UTC without a zone. */
export function withoutZone(at: number): string {
  return isoOfMinute(at).slice(0, 19)
}

/** Formats an instant as `2026-11-21T12:34:00Z`. */
export function withZone(at: number): string {
  return `${withoutZone(at)}Z`
}

/** Formats an instant as `2026-11-21 12:34:00`, as in files until 2026. */
export function asOf2025(at: number): string {
  return withoutZone(at).replace('T', ' ')
}

/** Formats an instant as `2026-11-21 12:34:00.000`, as in most files until 2026. */
export function asOf2025WithFraction(at: number): string {
  return `${asOf2025(at)}.000`
}
