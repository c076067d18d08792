import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { createSeriesJobs, type SeriesJobs } from '#features/space-weather/series-jobs'
import { streamTickets } from '#features/stream-tickets/feature'
import { wholeNumber } from '#kit/option-rules'
import { type JobOptions, runSchedule } from '#kit/schedule'
import type { SpaceWeatherContext } from '#space-weather/context'
import { threeDayForecast } from '#space-weather/endpoints/3-day-forecast'
import { aIndex } from '#space-weather/endpoints/a-index'
import { absorption } from '#space-weather/endpoints/absorption'
import { absorptionGrid } from '#space-weather/endpoints/absorption-grid'
import { aurora } from '#space-weather/endpoints/aurora'
import { auroraGrid } from '#space-weather/endpoints/aurora-grid'
import { current } from '#space-weather/endpoints/current'
import { aIndexSeries, fluxSeries, sunspotsSeries } from '#space-weather/endpoints/daily-series'
import { discussion } from '#space-weather/endpoints/discussion'
import { electrons } from '#space-weather/endpoints/electrons'
import { flux } from '#space-weather/endpoints/flux'
import { kp } from '#space-weather/endpoints/kp'
import { kpForecastEndpoint } from '#space-weather/endpoints/kp-forecast'
import { kpGfz, kpGfzSeries } from '#space-weather/endpoints/kp-gfz'
import { mag } from '#space-weather/endpoints/mag'
import { notices } from '#space-weather/endpoints/notices'
import { outlook } from '#space-weather/endpoints/outlook'
import { probabilities } from '#space-weather/endpoints/probabilities'
import { proton } from '#space-weather/endpoints/proton'
import { referenceFlareClasses } from '#space-weather/endpoints/ref-flare-classes'
import { referenceScales } from '#space-weather/endpoints/ref-scales'
import { referenceUnits } from '#space-weather/endpoints/ref-units'
import { regions } from '#space-weather/endpoints/regions'
import { scales } from '#space-weather/endpoints/scales'
import {
  electronSeries,
  kpSeries,
  magSeries,
  protonSeries,
  windSeries,
  xraySeries,
} from '#space-weather/endpoints/series'
import { streamValues } from '#space-weather/endpoints/stream'
import { sunspots } from '#space-weather/endpoints/sunspots'
import { wind } from '#space-weather/endpoints/wind'
import { xray } from '#space-weather/endpoints/xray'
import { arrivals } from '#space-weather/events/endpoints/arrivals'
import { recent } from '#space-weather/events/endpoints/recent'
import { referenceEventKinds } from '#space-weather/events/endpoints/ref-event-kinds'
import {
  QUANTITIES,
  QUANTITY_COLUMNS,
  type Quantity,
  type Reading,
  readLastDay,
} from '#space-weather/series/readings'
import { hourlySeries } from '#space-weather/series/record-series'
import { refresh } from '#space-weather/series/refresh'
import type { SeriesId } from '#space-weather/series/series-declarations'
import { toSeriesId } from '#space-weather/series/series-declarations'
import type { SeriesCopies, SeriesSpan } from '#space-weather/series/series-span'
import { createSpaceWeatherServices, withCopies } from '#space-weather/services'

const endpoints = [
  kp,
  kpForecastEndpoint,
  kpGfz,
  wind,
  mag,
  xray,
  proton,
  current,
  electrons,
  flux,
  sunspots,
  aIndex,
  aurora,
  auroraGrid,
  absorption,
  absorptionGrid,
  scales,
  probabilities,
  regions,
  outlook,
  arrivals,
  notices,
  discussion,
  threeDayForecast,
  kpSeries,
  kpGfzSeries,
  windSeries,
  magSeries,
  xraySeries,
  protonSeries,
  electronSeries,
  fluxSeries,
  sunspotsSeries,
  aIndexSeries,
  streamValues,
  recent,
  referenceScales,
  referenceFlareClasses,
  referenceUnits,
  referenceEventKinds,
] as const

/** The series of the values that pages show first. */
const MEASURED = new Set(QUANTITIES.map((quantity) => QUANTITY_COLUMNS[quantity].id))

/** Space weather: newest values, forecasts, bulletins, recorded series, and DONKI events. */
export const spaceWeather: Feature<SpaceWeatherContext, SpaceWeatherPayloads, SpaceWeatherApi> = {
  name: 'space-weather',
  needs: [streamTickets],
  options: { keepSeries: { ...wholeNumber('days', 1, 36_500), default: 365 } },
  services: (context) => ({ spaceWeather: createSpaceWeatherServices(context) }),
  endpoints,
  api: (context): SpaceWeatherApi => ({
    jobs: { series: createSeriesJobs(context) },
    readings: () => readLastDay(context.spaceWeather.series, context.now()),
    series: (id: SeriesId, start: Date, stop: Date) =>
      context.spaceWeather.series.read(id, start.getTime(), stop.getTime()),
  }),
  mirrored: ({ spaceWeather }, series: SeriesCopies) => ({ spaceWeather: withCopies(spaceWeather, series) }),
  start: (context, options: JobOptions) => runSchedule(hourlySeries(context, options), context),
  firstData: (context) => Promise.allSettled([...MEASURED].map((id) => refresh(id, { context }))),
  onRows: (seriesId, rows, { spaceWeather }) => spaceWeather.series.record(toSeriesId(seriesId), rows),
  records: async () => (await import('#features/space-weather/records')).spaceWeatherRecords,
}

/** Payloads by path. */
export interface SpaceWeatherPayloads extends PayloadsOf<typeof endpoints> {}

/** Members that it adds to an instance. */
export interface SpaceWeatherApi {
  /**
   * Returns the space-weather readings of the last 24 hours in ascending order, at most one per 5 minutes for
   * each quantity.
   */
  readings(): Promise<Readonly<Record<Quantity, readonly Reading[]>>>
  /**
   * Returns the recorded rows of a space weather series from `start` (inclusive) to `stop` (exclusive),
   * including gaps.
   *
   * @throws Problem if the store fails. On a mirror also if a day is unavailable and has no stored copy.
   * @example
   * const { startMs, stepMs, columns } = await spaceData.series('mag', new Date('2026-11-21'), new Date())
   * columns.bz_gsm_nt.forEach((bz, i) => console.log(new Date(startMs + i * stepMs), bz))
   */
  series<Id extends SeriesId>(id: Id, start: Date, stop: Date): Promise<SeriesSpan<Id>>
  readonly jobs: {
    /** The recorder of the space weather history. */
    readonly series: SeriesJobs
  }
}
