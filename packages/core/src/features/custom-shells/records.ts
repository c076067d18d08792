import type { CustomShellContext } from '#debris/custom-shells/context'
import { customShellDaysKind } from '#debris/custom-shells/custom-shell-days'
import { exportedCustomShells } from '#debris/custom-shells/exported-custom-shells'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const customShellRecords: ExportedKinds<CustomShellContext> = {
  customShells: exportedCustomShells,
  customShellMonths: exportedRecords(customShellDaysKind),
}
