import {
  movedChanges,
  movedChecks,
  movedCustomShellMonths,
  movedForecastDays,
  movedHistoryDays,
  movedSeriesDays,
} from '#host/maintenance/moved-days'
import { movedCounts, movedKeyLog, movedKeys } from '#host/maintenance/moved-keys'
import type { MovedKind } from '#host/maintenance/moved-kind'
import { movedCustomShells, movedWebhooks } from '#host/maintenance/moved-owned'
import { movedParts, movedRuns } from '#host/maintenance/moved-shells'

/** The contents of an export: how many records it has of each kind. */
export interface Moved {
  readonly keys: number
  readonly dailyCounts: number
  readonly keyOperations: number
  readonly webhooks: number
  readonly customShells: number
  readonly customShellMonths: number
  readonly checkMonths: number
  readonly shellRuns: number
  readonly shellParts: number
  readonly historyDays: number
  readonly changeDays: number
  readonly seriesDays: number
  readonly forecastDays: number
}

/** All kinds of records that an export has, in its order, by the members of `Moved` that count them. */
export const kinds: Readonly<Record<keyof Moved, MovedKind>> = {
  keys: movedKeys,
  dailyCounts: movedCounts,
  keyOperations: movedKeyLog,
  webhooks: movedWebhooks,
  customShells: movedCustomShells,
  customShellMonths: movedCustomShellMonths,
  checkMonths: movedChecks,
  shellRuns: movedRuns,
  shellParts: movedParts,
  historyDays: movedHistoryDays,
  changeDays: movedChanges,
  seriesDays: movedSeriesDays,
  forecastDays: movedForecastDays,
}

/** The members of `Moved`, in the order of an export. */
export const members = Object.keys(kinds) as (keyof Moved)[]

const membersByType = new Map(members.map((member) => [kinds[member].type, member]))

/** Returns the member of `Moved` that counts the lines of a type. */
export function memberOf(type: string): keyof Moved {
  const member = membersByType.get(type)
  if (!member) throw new TypeError('type is invalid')
  return member
}

/** Returns a count of nothing. */
export function emptyCounts(): Record<keyof Moved, number> {
  return Object.fromEntries(members.map((member) => [member, 0])) as Record<keyof Moved, number>
}
