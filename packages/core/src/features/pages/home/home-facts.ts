import type { LoggedAlert } from '#features/alerts/alert'
import { recentPublicAlerts } from '#features/alerts/recent-alerts'
import type { ShellRun } from '#features/debris/shells/shells'
import type { PagesContext } from '#features/pages/context'
import { type FeedFailure, readFeedFailures } from '#features/pages/feed-failures'
import { readDays, readLiveValues, SERVED_QUANTITIES } from '#features/pages/live-values'
import { LAUNCHES, type PlannedLaunch, readNextLaunches } from '#features/pages/planned-launches'
import { readRun } from '#features/pages/published-run'
import { EVENTS, type RecentEvents, readRecentEvents } from '#features/pages/recent-events'
import type { Quantity, Reading } from '#features/space-weather/series/readings'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { minutes } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Content of the tiles of the home page. Instants are epoch milliseconds. */
export interface HomeFacts {
  readonly now: number
  readonly values: ReadonlyMap<Quantity, Reading>
  /** Causes of missing values, by path. */
  readonly failures: ReadonlyMap<string, FeedFailure>
  /** The last 24 hours of the quantities that are drawn, ascending. */
  readonly days: ReadonlyMap<Quantity, readonly Reading[]>
  /** The upcoming launches, soonest first; `null` if no list is available. */
  readonly launches: readonly PlannedLaunch[] | null
  /** `null` if no list is available. */
  readonly events: RecentEvents | null
  /** The published shell run; `null` if there is none or the store is unavailable. */
  readonly run: ShellRun | null
  /** Public alerts of the last 30 days, newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Time of the first check for alerts; `null` before it. */
  readonly alertsSince: number | null
}

const DRAWN: readonly Quantity[] = ['kp', 'solar_wind_speed_km_s', 'xray_flux_w_m2']
/** Maximum number of drawn alerts. */
const MAX_ALERTS = 400

/** Collects the content of the home page through the cache. Waits at most 1.5 s for upstreams. */
export async function collectHomeFacts(call: EndpointCall<PagesContext>): Promise<HomeFacts> {
  const { context } = call
  const [values, launches, events, run, alerts, since] = await Promise.all([
    readLiveValues(call),
    readNextLaunches(call),
    readRecentEvents(call),
    readRun(context),
    withStoreFallback<Promise<readonly LoggedAlert[]> | readonly LoggedAlert[]>(
      () => recentPublicAlerts(MAX_ALERTS, context),
      () => [],
    ),
    withStoreFallback<string | null>(
      () => context.alerts.listeners.monitoredSince(),
      () => null,
    ),
  ])
  // After the values, whose responses are recorded.
  const days = await readDays(DRAWN, call)
  const missing = [
    ...SERVED_QUANTITIES.filter(({ quantity }) => !values.has(quantity)).map(({ path }) => path),
    ...(launches ? [] : [LAUNCHES]),
    ...(events ? [] : [EVENTS]),
  ]
  const failures = await readFeedFailures(missing, context)
  const alertsSince = since === null ? null : Date.parse(since)
  return { now: context.now(), values, failures, days, launches, events, run, alerts, alertsSince }
}

/** How long the page is valid: one minute, but not past the next launch. */
export function homeValidMs({ launches, now }: HomeFacts): number {
  const [next] = launches ?? []
  return Math.min(minutes(1), next ? next.at - now : minutes(1))
}
