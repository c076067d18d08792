import type { DebrisContext } from '#debris/context'
import { exportedParts, exportedRuns } from '#debris/shells/exported-runs'
import { shellChangesKind, shellDayKind } from '#debris/shells/shell-days'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const debrisRecords: ExportedKinds<DebrisContext> = {
  shellRuns: exportedRuns,
  shellParts: exportedParts,
  historyDays: exportedRecords(shellDayKind),
  changeDays: exportedRecords(shellChangesKind),
}
