import { exportedCounts, exportedKeys } from '#kernel/accounts/keys/exported-keys'
import { keyLogKind } from '#kernel/accounts/keys/key-log'
import type { Context } from '#kernel/endpoint/endpoint'
import { type ExportedKinds, exportedRecords } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const accountRecords: ExportedKinds<Context> = {
  keys: exportedKeys,
  dailyCounts: exportedCounts,
  keyOperations: exportedRecords(keyLogKind),
}
