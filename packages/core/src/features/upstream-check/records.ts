import type { Context } from '#endpoint/endpoint'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'
import { checkKind } from '#upstreams/check/check-reports'

/** The kinds of records that an export contains. */
export const checkRecords: ExportedKinds<Context> = {
  checkMonths: exportedRecords(checkKind),
}
