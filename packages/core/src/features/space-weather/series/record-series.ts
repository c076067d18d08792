import { outlook27Days } from '#features/space-weather/bulletins/swpc-outlook'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import { recordForecast, recordOutlook } from '#features/space-weather/forecast/issued-forecasts'
import {
  electronFlux,
  electronFlux7Days,
  protonFlux,
  protonFlux7Days,
  xrayFlux,
  xrayFlux7Days,
} from '#features/space-weather/goes/swpc-goes'
import { gfzKp } from '#features/space-weather/kp/gfz-kp'
import { reviseKp } from '#features/space-weather/kp/revise-kp'
import { planetaryKIndex, threeHourlyKIndex } from '#features/space-weather/kp/swpc-kp'
import { kpForecast } from '#features/space-weather/kp/swpc-kp-forecast'
import { geophysicalAlert } from '#features/space-weather/kp/swpc-wwv'
import type { SeriesId, SeriesRow } from '#features/space-weather/series/series-declarations'
import type { SeriesSpan } from '#features/space-weather/series/series-span'
import { dailySolarData } from '#features/space-weather/solar/swpc-daily-solar'
import { radioFlux } from '#features/space-weather/solar/swpc-radio-flux'
import type { MeasurementFeed } from '#features/space-weather/swpc/measurement'
import { interplanetaryMagneticField, magneticField7Days } from '#features/space-weather/wind/swpc-mag'
import { solarWind, solarWind7Days } from '#features/space-weather/wind/swpc-wind'
import { JobRejectedError } from '#kernel/kit/errors'
import { Problem } from '#kernel/kit/problem'
import { isRecentRun, periodic, type RecurringJob } from '#kernel/kit/schedule'
import { days, hours, minutes, seconds } from '#kernel/kit/time'
import type { JobLease } from '#kernel/storage/lease/job-lease'
import { runExclusive } from '#kernel/storage/lease/run-exclusive'
import { pull } from '#kernel/upstreams/client/pull'
import { sendRequest } from '#kernel/upstreams/client/transport'
import type { Upstream } from '#kernel/upstreams/upstream'

/** Result of a run of the recorder. */
export interface SeriesRecording {
  /** Ids of the feeds that were requested. The others had been requested recently. */
  readonly requested: readonly string[]
  /** Series that had a gap and whose seven-day product was read. */
  readonly filled: readonly SeriesId[]
}

/** Options of a run of the recorder. */
export interface RecordOptions {
  /**
   * Name of this instance, shown to other processes while the job runs.
   * @default `instance` and a random id
   */
  readonly instanceName?: string
  readonly signal?: AbortSignal
}

/** Name of the job in lease keys. */
const SERIES_JOB = 'series'

interface RecordedFeed {
  readonly id: string
  /** Time after a request by any client before the recorder requests the feed, in milliseconds. */
  readonly everyMs: number
  readonly request: (context: SpaceWeatherContext) => Promise<unknown>
}

const INTERVAL_MS = hours(1)
const START_DELAY_MS = [seconds(2), seconds(8)] as const

/** The feeds to record: measurements with at least six hours of history, daily values, and forecasts. */
const FEEDS: readonly RecordedFeed[] = [
  recorded(planetaryKIndex),
  recorded(threeHourlyKIndex),
  recorded(gfzKp),
  recorded(solarWind),
  recorded(interplanetaryMagneticField),
  recorded(xrayFlux),
  recorded(protonFlux),
  recorded(electronFlux),
  recorded(radioFlux, hours(6)),
  recorded(dailySolarData, hours(6)),
  recorded(geophysicalAlert, hours(3)),
  { id: kpForecast.id, everyMs: INTERVAL_MS, request: recordForecast },
  { id: outlook27Days.id, everyMs: hours(12), request: recordOutlook },
]

/** Every response is recorded, wherever it is requested, including the response of a fallback. */
function recorded<Value>(upstream: Upstream<unknown, Value>, everyMs = INTERVAL_MS): RecordedFeed {
  return { id: upstream.id, everyMs, request: (context) => pull(upstream, undefined, context) }
}

type WeekFeed = { [Id in SeriesId]: MeasurementFeed<Id> }[SeriesId]

/**
 * The products with the last seven days, as feeds of their series. There is none for Kp by minute; the feed
 * of the three-hour index covers seven days anyway.
 */
export const WEEK_PRODUCTS: readonly (readonly [WeekFeed, ...WeekFeed[]])[] = [
  [solarWind7Days, magneticField7Days],
  [xrayFlux7Days],
  [protonFlux7Days],
  [electronFlux7Days],
]

/** Shorter gaps are not filled: an instrument misses some minutes every day. */
const MIN_GAP_MS = minutes(30)

/**
 * Records the space weather series. Requests each feed that was not requested in the last hour (feeds of
 * daily values: the last few hours), fills gaps in the last seven days, and once a day requests definitive
 * values of Kp. Resolves with `undefined` if nothing was due.
 *
 * @throws JobLockedError if another process is recording.
 * @throws JobRejectedError on a mirror.
 * @throws Problem if the store fails. Failures of upstreams do not reject: the next run retries.
 */
export function recordSeries(
  context: SpaceWeatherContext,
  { instanceName, signal }: RecordOptions = {},
): Promise<SeriesRecording | undefined> {
  if (context.settings.mirror)
    throw new JobRejectedError(
      'a mirror makes no requests to providers; the recording is done by its central instance',
    )
  return runExclusive(SERIES_JOB, instanceName, context, async ({ lease }) => {
    const due = await dueFeeds(context)
    if (due.length === 0) return undefined
    for (const feed of due) {
      signal?.throwIfAborted()
      await lease.keep()
      await unlessUpstreamFails(() => feed.request(context))
    }
    await lease.keep()
    await unlessUpstreamFails(() => reviseKp(context))
    const filled: SeriesId[] = []
    for (const feeds of WEEK_PRODUCTS) {
      signal?.throwIfAborted()
      filled.push(...(await fillGaps(feeds, lease, context)))
    }
    return { requested: due.map(({ id }) => id), filled }
  })
}

/** Records the series every hour, in one of the processes on a store. */
export function hourlySeries(context: SpaceWeatherContext, options: RecordOptions = {}): RecurringJob {
  const run = (signal: AbortSignal) => recordSeries(context, { ...options, signal })
  // The feed whose last request is oldest is due first. It may never have been requested, or its time may
  // come from a clock that was ahead.
  const lastAt = async () => {
    const requestedAt = await lastRequests(context)
    const lasts = FEEDS.map((feed, i) => {
      const at = requestedAt[i]
      return at !== undefined && wasRecent(feed, at, context.now()) ? at + feed.everyMs - INTERVAL_MS : 0
    })
    return Math.min(...lasts)
  }
  return periodic({ everyMs: INTERVAL_MS, startDelayMs: START_DELAY_MS, lastAt, run }, context.now)
}

async function dueFeeds(context: SpaceWeatherContext): Promise<readonly RecordedFeed[]> {
  const requestedAt = await lastRequests(context)
  return FEEDS.filter((feed, i) => !wasRecent(feed, requestedAt[i], context.now()))
}

function lastRequests({
  upstreams: { states: upstreamStates },
}: SpaceWeatherContext): Promise<(number | undefined)[]> {
  return Promise.all(FEEDS.map(async ({ id }) => (await upstreamStates.get(id))?.checkedAt))
}

function wasRecent({ everyMs }: RecordedFeed, at: number | undefined, now: number): boolean {
  return isRecentRun(at, everyMs, now)
}

/** Reads the seven-day product if a series has a gap for which it has not been read yet. */
async function fillGaps(
  feeds: (typeof WEEK_PRODUCTS)[number],
  lease: JobLease,
  context: SpaceWeatherContext,
): Promise<SeriesId[]> {
  const { store, settings } = context
  const { series } = context.spaceWeather
  const at = context.now()
  const record = `series-filled:${settings.originsId}:${feeds[0].seriesId}`
  const filledAt = (await store.get<number>(record)) ?? 0
  const spans = await Promise.all(feeds.map(({ seriesId }) => series.read(seriesId, at - days(7), at)))
  if (!spans.some((span) => lastGapEnd(span) > filledAt)) return []
  await lease.keep()
  const bodies = await unlessUpstreamFails(async () => {
    const { status, body } = await sendRequest(feeds[0], undefined, at, context)
    return status === 200 ? feeds.map((feed) => ({ feed, rows: rowsIn(body, feed, at) })) : undefined
  })
  if (!bodies) return []
  for (const { feed, rows } of bodies)
    await series.record(feed.seriesId, { feed: feed.id, fetchedAt: at, rows })
  await store.set(record, at, days(8))
  return feeds.map(({ seriesId }) => seriesId)
}

function rowsIn(body: string, { parse }: WeekFeed, at: number): readonly SeriesRow[] {
  let rows: readonly SeriesRow[] = []
  parse(body, at, {
    onHistory(history) {
      rows = history
    },
  })
  return rows
}

/** Returns when the last gap that counts ended, 0 if there is none. Future rows are not a gap. */
function lastGapEnd({ startMs, stepMs, feeds }: SeriesSpan): number {
  let next = feeds.length
  for (let row = feeds.length - 1; row >= -1; row -= 1) {
    if (row >= 0 && feeds[row] === null) continue
    const isAtEnd = next === feeds.length && row >= 0
    if (!isAtEnd && (next - row - 1) * stepMs >= MIN_GAP_MS) return startMs + next * stepMs
    next = row
  }
  return 0
}

/**
 * Returns `undefined` if an upstream fails, as its state shows the failure. Rethrows a failure of the store.
 */
async function unlessUpstreamFails<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof Problem && error.code === 'store_unavailable') throw error
    return undefined
  }
}
