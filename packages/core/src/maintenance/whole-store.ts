/** The operations on the whole store in one module, which is imported when the first of them is needed. */
export { checkStore } from '#maintenance/check'
export { exportStore } from '#maintenance/export'
export { importStore } from '#maintenance/import'
