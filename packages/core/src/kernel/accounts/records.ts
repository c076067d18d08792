import { exportedCounts, exportedKeys } from '#accounts/keys/exported-keys'
import { keyLogKind } from '#accounts/keys/key-log'
import type { Context } from '#endpoint/endpoint'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const accountRecords: ExportedKinds<Context> = {
  keys: exportedKeys,
  dailyCounts: exportedCounts,
  keyOperations: exportedRecords(keyLogKind),
}
