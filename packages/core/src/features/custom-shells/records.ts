import type { CustomShellContext } from '#features/custom-shells/context'
import { customShellDaysKind } from '#features/custom-shells/custom-shell-days'
import { exportedCustomShells } from '#features/custom-shells/exported-custom-shells'
import { type ExportedKinds, exportedRecords } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const customShellRecords: ExportedKinds<CustomShellContext> = {
  customShells: exportedCustomShells,
  customShellMonths: exportedRecords(customShellDaysKind),
}
