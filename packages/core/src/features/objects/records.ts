import type { CatalogueContext } from '#catalogue/context'
import { elementBlockKind } from '#catalogue/history/element-block'
import { groupMembersKind } from '#catalogue/history/group-members'
import { keptDaysKind } from '#catalogue/history/kept-days'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const objectRecords: ExportedKinds<CatalogueContext> = {
  catalogueBlocks: exportedRecords(elementBlockKind),
  catalogueMonths: exportedRecords(keptDaysKind),
  groupMonths: exportedRecords(groupMembersKind),
}
