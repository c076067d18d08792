/** The operations on the whole store, in one module that is imported when the first of them is needed. */
export { checkStore } from '#kernel/maintenance/check'
export { exportStore } from '#kernel/maintenance/export'
export { importStore } from '#kernel/maintenance/import'
