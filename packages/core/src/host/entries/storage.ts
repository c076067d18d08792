// `@space-data/core/storage`. Types of a store of your own, and of the export, import and check of a store.

export type { StoreCheck } from '#host/maintenance/check'
export type { Write } from '#host/maintenance/export'
export type { StoreFinding } from '#host/maintenance/finding'
export type { Imported, ImportOptions, ReadExport } from '#host/maintenance/import'
export type { Moved } from '#host/maintenance/kinds'
export type { StoreMaintenance } from '#host/maintenance/manage-store'
export { ImportInterruptedError, ImportRejectedError } from '#kit/errors'
export type { Added, AtomicStore } from '#storage/atomic-store'
