import { exportedCounts, exportedKeys } from '#accounts/keys/exported-keys'
import { keyLogKind } from '#accounts/keys/key-log'
import { exportedAlertStates, exportedAlerts } from '#alerts/exported-alerts'
import { exportedWebhooks } from '#alerts/webhooks/exported-webhooks'
import { elementBlockKind } from '#catalogue/history/element-block'
import { groupMembersKind } from '#catalogue/history/group-members'
import { keptDaysKind } from '#catalogue/history/kept-days'
import { customShellDaysKind } from '#debris/custom-shells/custom-shell-days'
import { exportedCustomShells } from '#debris/custom-shells/exported-custom-shells'
import { exportedParts, exportedRuns } from '#debris/shells/exported-runs'
import { shellChangesKind, shellDayKind } from '#debris/shells/shell-days'
import type { InstanceContext } from '#host/context'
import { exportedIssues } from '#space-weather/forecast/exported-issues'
import { forecastKind } from '#space-weather/forecast/kept-forecasts'
import { outlookKind } from '#space-weather/forecast/kept-outlooks'
import { seriesKind } from '#space-weather/series/series-day'
import { type Exported, exportedRecords } from '#storage/records/exported'
import { checkKind } from '#upstreams/check/check-reports'

/** Contents of an export: the number of records of each kind. */
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
  readonly catalogueBlocks: number
  readonly catalogueMonths: number
  readonly groupMonths: number
  readonly seriesDays: number
  readonly forecastDays: number
  readonly outlookDays: number
  readonly alerts: number
  readonly alertStates: number
}

/** All kinds of records in an export, by the types of its lines. */
export const exportedKinds: Readonly<Record<keyof Moved, Exported<unknown, InstanceContext>>> = {
  keys: exportedKeys,
  dailyCounts: exportedCounts,
  keyOperations: exportedRecords(keyLogKind),
  webhooks: exportedWebhooks,
  customShells: exportedCustomShells,
  customShellMonths: exportedRecords(customShellDaysKind),
  checkMonths: exportedRecords(checkKind),
  shellRuns: exportedRuns,
  shellParts: exportedParts,
  historyDays: exportedRecords(shellDayKind),
  changeDays: exportedRecords(shellChangesKind),
  catalogueBlocks: exportedRecords(elementBlockKind),
  catalogueMonths: exportedRecords(keptDaysKind),
  groupMonths: exportedRecords(groupMembersKind),
  seriesDays: exportedRecords(seriesKind(0), ({ settings }: InstanceContext) =>
    seriesKind(settings.keepSeries),
  ),
  forecastDays: exportedIssues(forecastKind),
  outlookDays: exportedIssues(outlookKind),
  alerts: exportedAlerts,
  alertStates: exportedAlertStates,
}

/** The types of lines with records. */
export const exportedTypes = Object.keys(exportedKinds) as (keyof Moved)[]

/** Returns an object with a member for each type. */
export function byType<T>(make: (type: keyof Moved) => T): Record<keyof Moved, T> {
  return Object.fromEntries(exportedTypes.map((type) => [type, make(type)])) as Record<keyof Moved, T>
}
