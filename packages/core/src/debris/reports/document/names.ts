import type { MonthlyReport } from '#debris/reports/report'

/** Returns whether a report compares two days; in a first month with one day of data there is nothing to. */
export function isCompared({ start_day, last_day }: MonthlyReport): boolean {
  return start_day !== last_day
}

/** What is said instead of changes where no two days are compared. */
export const NOTHING_COMPARED = 'There is no earlier day to compare with, so that no change is known.'

/** The kinds of objects as the report names them, in its order. */
export const TYPES = [
  ['payload', 'Payloads'],
  ['rocket_body', 'Rocket bodies'],
  ['debris', 'Debris'],
  ['unknown', 'Unknown'],
] as const

/** Names one object's kind: `rocket body`. */
export function kindOf(type: string): string {
  return type.replace('_', ' ')
}

/** Names two kinds that meet: `payload – rocket body`. */
export function pairOf(one: string, other: string): string {
  return `${kindOf(one)} – ${kindOf(other)}`
}

/** Names an owner with its code in SATCAT: `United States (US)`. */
export function ownerOf(code: string, name: string | null): string {
  if (code === '') return 'unknown'
  return name === null ? code : `${name} (${code})`
}
