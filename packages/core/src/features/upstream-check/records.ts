import { checkKind } from '#features/upstream-check/check-reports'
import type { Context } from '#kernel/endpoint/endpoint'
import { type ExportedKinds, exportedRecords } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const checkRecords: ExportedKinds<Context> = {
  checkMonths: exportedRecords(checkKind),
}
