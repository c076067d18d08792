import type { ShellRun } from '#debris/shells/shells'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { Context } from '#kit/context'
import { minutes } from '#kit/time'
import { type FeedFailure, readFeedFailures } from '#site/home/feed-failures'
import { readDays, readInTime, readLiveValues, SERVED_QUANTITIES } from '#site/live-values'
import type { Quantity, Reading } from '#space-weather/series/readings'
import { withStoreFallback } from '#storage/store-failure'

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

interface NextLaunch {
  readonly name: string
  readonly at: number
  /** Whether `at` is known to the hour or better. Otherwise it only names a day or a longer period. */
  readonly isExact: boolean
}

/** The payload of the launches, as far as the page needs it. */
interface UpcomingLaunches {
  readonly launches: readonly {
    readonly name: string
    readonly net: string
    readonly net_precision: string | null
  }[]
}

const DRAWN: readonly Quantity[] = ['kp', 'solar_wind_speed_km_s', 'xray_flux_w_m2']
/** The path of the launches. */
export const LAUNCHES = '/v1/launches/upcoming'
const EXACT = ['second', 'minute', 'hour']

/** Collects what the home page shows, through the cache. Waits at most 1.5 s for upstreams. */
export async function collectHomeFacts(table: readonly Endpoint[], call: EndpointCall): Promise<HomeFacts> {
  const { context } = call
  const [values, upcoming, run] = await Promise.all([
    readLiveValues(table, call),
    readInTime<UpcomingLaunches>(table, LAUNCHES, {}, call),
    readRun(context),
  ])
  const launch = upcoming ? nextLaunch(upcoming, context.now()) : null
  // After the values, whose responses are recorded.
  const days = await readDays(DRAWN, call)
  const missing = SERVED_QUANTITIES.filter(({ quantity }) => !values.has(quantity)).map(({ path }) => path)
  const failures = await readFeedFailures(table, launch ? missing : [...missing, LAUNCHES], context)
  return { now: context.now(), values, failures, days, launch, run }
}

function nextLaunch({ launches }: UpcomingLaunches, now: number): NextLaunch | null {
  const next = launches.find(({ net }) => Date.parse(net) > now)
  if (!next) return null
  const { name, net, net_precision: precision } = next
  return { name, at: Date.parse(net), isExact: precision !== null && EXACT.includes(precision) }
}

async function readRun({ debris: { shells }, now }: Context): Promise<ShellRun | null> {
  const run = await withStoreFallback<Promise<ShellRun | undefined | null> | ShellRun | undefined | null>(
    () => shells.current(now()),
    () => null,
  )
  return run ?? null
}

/** How long the page is valid: one minute, but not past the next launch. */
export function homeValidMs({ launch, now }: HomeFacts): number {
  return Math.min(minutes(1), launch ? launch.at - now : minutes(1))
}
