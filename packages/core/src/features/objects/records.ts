import type { ObjectsContext } from '#features/objects/context'
import { elementBlockKind } from '#features/objects/history/element-block'
import { groupMembersKind } from '#features/objects/history/group-members'
import { keptDaysKind } from '#features/objects/history/kept-days'
import { type ExportedKinds, exportedRecords } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const objectRecords: ExportedKinds<ObjectsContext> = {
  catalogueBlocks: exportedRecords(elementBlockKind),
  catalogueMonths: exportedRecords(keptDaysKind),
  groupMonths: exportedRecords(groupMembersKind),
}
