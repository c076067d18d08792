/** Code of the features of the specification, and of the kernel, that a start does not need. */

export * from '../../packages/core/src/features/debris/long-jobs.ts'
export * from '../../packages/core/src/features/debris/night/show-shell-health.ts'
export * from '../../packages/core/src/features/debris/object-list/parquet.ts'
export * from '../../packages/core/src/features/debris/records.ts'
export * from '../../packages/core/src/features/launches/calendar.ts'
export * from '../../packages/core/src/features/objects/history/computations.ts'
export * from '../../packages/core/src/features/objects/records.ts'
export * from '../../packages/core/src/features/reference/openapi/document.ts'
export * from '../../packages/core/src/features/space-weather/records.ts'
export * from '../../packages/core/src/features/status/late.ts'
export * from '../../packages/core/src/features/upstream-check/records.ts'
export * from '../../packages/core/src/kernel/accounts/records.ts'
