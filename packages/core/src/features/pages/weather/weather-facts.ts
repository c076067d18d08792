import type { LoggedAlert } from '#features/alerts/alert'
import { recentPublicAlerts } from '#features/alerts/recent-alerts'
import type { PagesContext } from '#features/pages/context'
import { type DayFacts, readDayFacts } from '#features/pages/day-facts'
import { type FeedFailure, readFeedFailures } from '#features/pages/feed-failures'
import { readInTime, readLiveValues, SERVED_QUANTITIES } from '#features/pages/live-values'
import { type Bulletins, readBulletins } from '#features/pages/weather/bulletins'
import { SPAN_DAYS, type Span } from '#features/pages/weather/spans'
import { type AuroraGrid, auroraGrid } from '#features/space-weather/aurora/aurora-grid'
import { kpForecastEndpoint } from '#features/space-weather/kp/kp-forecast'
import {
  QUANTITIES,
  type Quantity,
  type Reading,
  readReadings,
} from '#features/space-weather/series/readings'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { days } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Content of the page of the space weather. */
export interface WeatherFacts {
  /** Epoch milliseconds. */
  readonly now: number
  readonly span: Span
  readonly series: Readonly<Record<Quantity, SeriesFacts>>
  /** The forecast of Kp; `null` if none is served now. */
  readonly forecast: ForecastFacts | null
  /** The forecast of the aurora; `null` if none is served now. */
  readonly aurora: AuroraGrid | null
  /** The day in numbers and NOAA's forecast. */
  readonly day: DayFacts
  /** Texts of NOAA's forecasters. */
  readonly bulletins: Bulletins
  /** Causes of missing current values, by path. */
  readonly failures: ReadonlyMap<string, FeedFailure>
  /** Public alerts of the span, newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Whether the store is unavailable, so that there are no readings to plot. */
  readonly isStoreFailing: boolean
  /** Whether a mirror cannot fetch some days now, which are gaps in the plots. */
  readonly isMissingDays: boolean
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
}

/** Facts about one series. */
interface SeriesFacts {
  /** The value that the endpoint serves; `null` if it serves none now. */
  readonly current: Reading | null
  /** The newest value known: the current one, otherwise the newest stored one; `null` if there is none. */
  readonly latest: Reading | null
  /** Readings of the last 24 hours, oldest first. */
  readonly day: readonly Reading[]
  /** Readings of the span, oldest first. */
  readonly readings: readonly Reading[]
}

/** Facts about the forecast of Kp. */
interface ForecastFacts {
  /** Epoch milliseconds; `null` if the feed does not state it. */
  readonly issuedAt: number | null
  /** Windows of three hours, ascending, never empty. */
  readonly windows: readonly {
    readonly at: number
    readonly kp: number
    /** Level of the G scale, such as `G1`. */
    readonly scale: string
  }[]
}

/** Maximum number of marked alerts. */
const MAX_ALERTS = 400

/**
 * Collects the facts. Waits at most 1.5 s for upstreams; without the store, there are only current values.
 */
export async function collectWeatherFacts(
  call: EndpointCall<PagesContext>,
  span: Span,
): Promise<WeatherFacts> {
  const {
    spaceWeather: { series: recorded },
    upstreams,
    now,
  } = call.context
  const [live, forecast, aurora, day, bulletins] = await Promise.all([
    readLiveValues(call),
    readForecast(call),
    readAurora(call),
    readDayFacts(call),
    readBulletins(call),
  ])
  let isStoreFailing = false
  let isMissingDays = false
  const onMissingDay = () => {
    isMissingDays = true
  }
  const missing = SERVED_QUANTITIES.filter(({ quantity }) => !live.has(quantity)).map(({ path }) => path)
  const failures = await readFeedFailures(missing, call.context)
  const alerts = await withStoreFallback<Promise<readonly LoggedAlert[]> | readonly LoggedAlert[]>(
    () => recentPublicAlerts(MAX_ALERTS, call.context),
    () => [],
  )
  const entries = QUANTITIES.map(async (id) => {
    const read = () => readReadings(id, recorded, now(), days(SPAN_DAYS[span]), onMissingDay)
    const stored = await withStoreFallback(read, () => {
      isStoreFailing = true
      return []
    })
    const current = live.get(id) ?? null
    const lastDay = stored.filter(({ at }) => at > now() - days(1))
    return [
      id,
      { current, latest: current ?? stored.at(-1) ?? null, day: lastDay, readings: stored },
    ] as const
  })
  const series = Object.fromEntries(await Promise.all(entries)) as unknown as WeatherFacts['series']
  const sourceNote = upstreams.shownNote.text
  return {
    now: now(),
    span,
    series,
    failures,
    forecast,
    aurora,
    day,
    bulletins,
    alerts,
    isStoreFailing,
    isMissingDays,
    sourceNote,
  }
}

/** Reads the forecast through the cache of its endpoint; `null` if that fails or takes longer than 1.5 s. */
async function readForecast(call: EndpointCall<PagesContext>): Promise<ForecastFacts | null> {
  const payload = await readInTime(kpForecastEndpoint, call)
  return payload ? toForecastFacts(payload) : null
}

/** Reads the forecast of the aurora likewise. */
async function readAurora(call: EndpointCall<PagesContext>): Promise<AuroraGrid | null> {
  return (await readInTime(auroraGrid, call)) ?? null
}

/** The part of the payload of the endpoint that the page needs. */
interface ForecastPayload {
  readonly issued_at: string | null
  readonly forecast: readonly { readonly start: string; readonly kp: number; readonly g_scale: string }[]
}

function toForecastFacts({ issued_at, forecast }: ForecastPayload): ForecastFacts {
  return {
    issuedAt: issued_at === null ? null : Date.parse(issued_at),
    windows: forecast.map(({ start, kp, g_scale }) => ({ at: Date.parse(start), kp, scale: g_scale })),
  }
}
