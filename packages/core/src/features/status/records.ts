import type { SiteContext } from '#site/context'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'
import { checkKind } from '#upstreams/check/check-reports'

/** The kinds of records that an export contains. */
export const records: ExportedKinds<SiteContext> = {
  checkMonths: exportedRecords(checkKind),
}
