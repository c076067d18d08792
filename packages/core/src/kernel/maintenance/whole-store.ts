/** The operations on the whole store, in one module that is imported when the first of them is needed. */
export { checkStore } from '#host/maintenance/check'
export { exportStore } from '#host/maintenance/export'
export { importStore } from '#host/maintenance/import'
