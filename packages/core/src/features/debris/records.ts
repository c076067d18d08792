import type { DebrisContext } from '#features/debris/context'
import { exportedParts, exportedRuns } from '#features/debris/shells/exported-runs'
import { shellChangesKind, shellDayKind } from '#features/debris/shells/shell-days'
import { type ExportedKinds, exportedRecords } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const debrisRecords: ExportedKinds<DebrisContext> = {
  shellRuns: exportedRuns,
  shellParts: exportedParts,
  historyDays: exportedRecords(shellDayKind),
  changeDays: exportedRecords(shellChangesKind),
}
