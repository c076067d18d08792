import { exportedCounts, exportedKeys } from '#accounts/keys/exported-keys'
import { keyLogKind } from '#accounts/keys/key-log'
import { exportedAlertStates, exportedAlerts } from '#alerts/exported-alerts'
import { exportedWebhooks } from '#alerts/webhooks/exported-webhooks'
import { customShellDaysKind } from '#debris/custom-shells/custom-shell-days'
import { exportedCustomShells } from '#debris/custom-shells/custom-shell-records'
import { exportedParts, exportedRuns } from '#debris/shells/exported-runs'
import { shellChangesKind, shellDayKind } from '#debris/shells/shell-days'
import { exportedForecasts } from '#space-weather/forecast/exported-forecasts'
import { seriesKind } from '#space-weather/series/series-day'
import { type Exported, exportedRecords } from '#storage/records/exported'
import { checkKind } from '#upstreams/check/check-reports'

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
  readonly alerts: number
  readonly alertStates: number
}

/** All kinds of records that an export has, by the types of its lines. */
export const exportedKinds: Readonly<Record<keyof Moved, Exported>> = {
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
  seriesDays: exportedRecords(seriesKind(0), ({ settings }) => seriesKind(settings.keepSeries)),
  forecastDays: exportedForecasts,
  alerts: exportedAlerts,
  alertStates: exportedAlertStates,
}

/** The types of lines with records. */
export const exportedTypes = Object.keys(exportedKinds) as (keyof Moved)[]

/** Returns an object with a member for each type. */
export function byType<T>(make: (type: keyof Moved) => T): Record<keyof Moved, T> {
  return Object.fromEntries(exportedTypes.map((type) => [type, make(type)])) as Record<keyof Moved, T>
}
