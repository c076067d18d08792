// `@space-data/core/space-weather`. Types of the recorded series of space weather.

export type { Quantity, Reading } from '#features/space-weather/series/readings'
export type { RecordOptions, SeriesRecording } from '#features/space-weather/series/record-series'
export type { SeriesColumn, SeriesId } from '#features/space-weather/series/series-declarations'
export type { SeriesSpan } from '#features/space-weather/series/series-span'
export type { SeriesJobs } from '#features/space-weather/series-jobs'
