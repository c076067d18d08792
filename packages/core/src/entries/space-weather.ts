// `@space-data/core/space-weather`. Types of the recorded series of space weather.

export type { SeriesJobs } from '#features/space-weather/series-jobs'
export type { Quantity, Reading } from '#space-weather/series/readings'
export type { RecordOptions, SeriesRecording } from '#space-weather/series/record-series'
export type { SeriesColumn, SeriesId } from '#space-weather/series/series-declarations'
export type { SeriesSpan } from '#space-weather/series/series-span'
