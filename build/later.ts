/** All that a start of the program does not need, in one file: each file more costs it a millisecond. */

export * from '../packages/core/src/alerts/alerts-feed.ts'
export * from '../packages/core/src/catalogue/launches/calendar.ts'
export * from '../packages/core/src/catalogue/sky/computations.ts'
export * from '../packages/core/src/compat/computations.ts'
export * from '../packages/core/src/debris/long-jobs.ts'
export * from '../packages/core/src/debris/object-list/parquet.ts'
export * from '../packages/core/src/debris/reports/page/report-page.ts'
export * from '../packages/core/src/site/pages.ts'
