import { absorption } from '#features/space-weather/absorption/absorption'
import { absorptionGrid } from '#features/space-weather/absorption/absorption-grid'
import { aurora } from '#features/space-weather/aurora/aurora'
import { auroraGrid } from '#features/space-weather/aurora/aurora-grid'
import { threeDayForecast } from '#features/space-weather/bulletins/3-day-forecast'
import { discussion } from '#features/space-weather/bulletins/discussion'
import { outlook } from '#features/space-weather/bulletins/outlook'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import { current } from '#features/space-weather/current/current'
import { arrivals } from '#features/space-weather/events/arrivals'
import { recent } from '#features/space-weather/events/recent'
import { referenceEventKinds } from '#features/space-weather/events/ref-event-kinds'
import { electrons } from '#features/space-weather/goes/electrons'
import { proton } from '#features/space-weather/goes/proton'
import { xray } from '#features/space-weather/goes/xray'
import { aIndex } from '#features/space-weather/kp/a-index'
import { kp } from '#features/space-weather/kp/kp'
import { kpForecastEndpoint } from '#features/space-weather/kp/kp-forecast'
import { kpGfz, kpGfzSeries } from '#features/space-weather/kp/kp-gfz'
import { notices } from '#features/space-weather/notices/notices'
import { referenceUnits } from '#features/space-weather/ref-units'
import { referenceFlareClasses } from '#features/space-weather/scales/ref-flare-classes'
import { referenceScales } from '#features/space-weather/scales/ref-scales'
import { scales } from '#features/space-weather/scales/scales'
import { aIndexSeries, fluxSeries, sunspotsSeries } from '#features/space-weather/series/daily-series'
import {
  electronSeries,
  kpSeries,
  magSeries,
  protonSeries,
  windSeries,
  xraySeries,
} from '#features/space-weather/series/minute-series'
import {
  QUANTITIES,
  QUANTITY_COLUMNS,
  type Quantity,
  type Reading,
  readLastDay,
} from '#features/space-weather/series/readings'
import { hourlySeries } from '#features/space-weather/series/record-series'
import { refresh } from '#features/space-weather/series/refresh'
import type { SeriesId } from '#features/space-weather/series/series-declarations'
import { toSeriesId } from '#features/space-weather/series/series-declarations'
import type { SeriesCopies, SeriesSpan } from '#features/space-weather/series/series-span'
import { createSeriesJobs, type SeriesJobs } from '#features/space-weather/series-jobs'
import { createSpaceWeatherServices, withCopies } from '#features/space-weather/services'
import { flux } from '#features/space-weather/solar/flux'
import { probabilities } from '#features/space-weather/solar/probabilities'
import { regions } from '#features/space-weather/solar/regions'
import { sunspots } from '#features/space-weather/solar/sunspots'
import { streamValues } from '#features/space-weather/stream/stream'
import { mag } from '#features/space-weather/wind/mag'
import { wind } from '#features/space-weather/wind/wind'
import { streamTickets } from '#features/stream-tickets/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { wholeNumber } from '#kernel/kit/option-rules'
import { type JobOptions, runSchedule } from '#kernel/kit/schedule'

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
