// `@space-data/core/space-weather`. Space weather for bundles that have no other feature, and types of its series.

export { spaceWeather } from '#features/space-weather/feature'
export type { Quantity, Reading } from '#features/space-weather/series/readings'
export type { RecordOptions, SeriesRecording } from '#features/space-weather/series/record-series'
export type { SeriesColumn, SeriesId } from '#features/space-weather/series/series-declarations'
export type { SeriesSpan } from '#features/space-weather/series/series-span'
export type { SeriesJobs } from '#features/space-weather/series-jobs'
