// `@space-data/core/storage`. Types for your own store, and for the export, import and check of a store.

export { ImportInterruptedError, ImportRejectedError } from '#kernel/kit/errors'
export type { StoreCheck } from '#kernel/maintenance/check'
export type { Write } from '#kernel/maintenance/export'
export type { Imported, ImportOptions, ReadExport } from '#kernel/maintenance/import'
export type { StoreMaintenance } from '#kernel/maintenance/manage-store'
export type { Added, AtomicStore } from '#kernel/storage/atomic-store'
export type { Counts } from '#kernel/storage/records/exported'
export type { StoreFinding } from '#kernel/storage/records/finding'
