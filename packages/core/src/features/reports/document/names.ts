import type { MonthlyReport } from '#features/reports/report'

/** Returns whether a report compares two days. A first month with one day of data has nothing to compare. */
export function isCompared({ start_day, last_day }: MonthlyReport): boolean {
  return start_day !== last_day
}

/** Text shown instead of changes if no two days are compared. */
export const NOTHING_COMPARED = 'There is no earlier day to compare with, so changes are unknown.'

/** Names of the kinds of objects in the report, in its order. */
export const TYPES = [
  ['payload', 'Payloads'],
  ['rocket_body', 'Rocket bodies'],
  ['debris', 'Debris'],
  ['unknown', 'Unknown'],
] as const

/** Returns the name of an object's kind, such as `rocket body`. */
export function kindOf(type: string): string {
  return type.replace('_', ' ')
}

/** Returns the name of a pair of kinds, such as `payload – rocket body`. */
export function pairOf(one: string, other: string): string {
  return `${kindOf(one)} – ${kindOf(other)}`
}

/** Returns the name of an owner with its SATCAT code, such as `United States (US)`. */
export function ownerOf(code: string, name: string | null): string {
  if (code === '') return 'unknown'
  return name === null ? code : `${name} (${code})`
}
