// `@space-data/core/storage`. Types for your own store, and for the export, import and check of a store.

export type { StoreCheck } from '#host/maintenance/check'
export type { Write } from '#host/maintenance/export'
export type { Imported, ImportOptions, ReadExport } from '#host/maintenance/import'
export type { StoreMaintenance } from '#host/maintenance/manage-store'
export { ImportInterruptedError, ImportRejectedError } from '#kit/errors'
export type { Added, AtomicStore } from '#storage/atomic-store'
export type { Counts } from '#storage/records/exported'
export type { StoreFinding } from '#storage/records/finding'
