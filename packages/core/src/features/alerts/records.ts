import type { AlertContext } from '#alerts/context'
import { exportedAlertStates, exportedAlerts } from '#alerts/exported-alerts'
import type { ExportedKinds } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const alertRecords: ExportedKinds<AlertContext> = {
  alerts: exportedAlerts,
  alertStates: exportedAlertStates,
}
