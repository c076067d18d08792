/**
 * The services whose paths an instance can serve in addition to its own; SWPC also with its files as of 2025.
 */
export const COMPAT_SETS = ['celestrak', 'swpc', 'swpc-2025', 'open-notify'] as const

/** A service whose paths an instance can serve. */
export type CompatSet = (typeof COMPAT_SETS)[number]

/** Returns whether a value is a list of such services. */
export function isCompatList(value: unknown): value is readonly CompatSet[] {
  return Array.isArray(value) && value.every((name) => COMPAT_SETS.includes(name))
}
