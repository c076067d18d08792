import type { DebrisContext } from '#debris/context'
import { customShellDaysKind } from '#debris/custom-shells/custom-shell-days'
import { exportedCustomShells } from '#debris/custom-shells/exported-custom-shells'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const customShellRecords: ExportedKinds<DebrisContext> = {
  customShells: exportedCustomShells,
  customShellMonths: exportedRecords(customShellDaysKind),
}
