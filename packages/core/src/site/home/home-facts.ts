import type { ShellRun } from '#debris/shells/shells'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { minutes } from '#kit/time'
import { type FeedFailure, readFeedFailures } from '#site/home/feed-failures'
import { readDays, readLiveValues, SERVED_QUANTITIES } from '#site/live-values'
import { LAUNCHES, type NextLaunch, readNextLaunches } from '#site/next-launches'
import { readRun } from '#site/published-run'
import type { Quantity, Reading } from '#space-weather/series/readings'

/** What the strip of the home page shows. Instants are epoch milliseconds. */
export interface HomeFacts {
  readonly now: number
  readonly values: ReadonlyMap<Quantity, Reading>
  /** Why there is no value, by path. */
  readonly failures: ReadonlyMap<string, FeedFailure>
  /** The last 24 hours of the quantities that are drawn, ascending. */
  readonly days: ReadonlyMap<Quantity, readonly Reading[]>
  /** The next launch; `null` where no list is available or none is planned. */
  readonly launch: NextLaunch | null
  /** The published shell run; `null` where there is none or the store is unavailable. */
  readonly run: ShellRun | null
}

const DRAWN: readonly Quantity[] = ['kp', 'solar_wind_speed_km_s', 'xray_flux_w_m2']

/** Collects what the home page shows, through the cache. Waits at most 1.5 s for upstreams. */
export async function collectHomeFacts(table: readonly Endpoint[], call: EndpointCall): Promise<HomeFacts> {
  const { context } = call
  const [values, launches, run] = await Promise.all([
    readLiveValues(table, call),
    readNextLaunches(table, call),
    readRun(context),
  ])
  const launch = launches?.[0] ?? null
  // After the values, whose responses are recorded.
  const days = await readDays(DRAWN, call)
  const missing = SERVED_QUANTITIES.filter(({ quantity }) => !values.has(quantity)).map(({ path }) => path)
  const failures = await readFeedFailures(table, launch ? missing : [...missing, LAUNCHES], context)
  return { now: context.now(), values, failures, days, launch, run }
}

/** How long the page is valid: one minute, but not past the next launch. */
export function homeValidMs({ launch, now }: HomeFacts): number {
  return Math.min(minutes(1), launch ? launch.at - now : minutes(1))
}
