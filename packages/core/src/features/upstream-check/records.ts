import type { Context } from '#endpoint/endpoint'
import { checkKind } from '#features/upstream-check/check-reports'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const checkRecords: ExportedKinds<Context> = {
  checkMonths: exportedRecords(checkKind),
}
