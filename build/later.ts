/** All that a start of the program does not need, in one file: each file more costs it a millisecond. */
export * from '../packages/core/src/endpoints/v1/launches/calendar.ts'
export * from '../packages/core/src/feed/feed-parquet.ts'
export * from '../packages/core/src/jobs/long-jobs.ts'
export * from '../packages/core/src/maintenance/whole-store.ts'
export * from '../packages/core/src/pages/index.ts'
