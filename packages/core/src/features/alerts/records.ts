import type { AlertContext } from '#features/alerts/context'
import { exportedAlertStates, exportedAlerts } from '#features/alerts/exported-alerts'
import type { ExportedKinds } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const alertRecords: ExportedKinds<AlertContext> = {
  alerts: exportedAlerts,
  alertStates: exportedAlertStates,
}
