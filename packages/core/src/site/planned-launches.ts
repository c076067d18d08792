import type { Launch } from '#catalogue/launches/launch'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { readInTime } from '#site/live-values'

/** The path of the launches. */
export const LAUNCHES = '/v1/launches/upcoming'

/** The path of those that are past. */
export const PREVIOUS = '/v1/launches/previous'

/** A launch with its planned time. */
export interface PlannedLaunch extends Launch {
  /** Epoch milliseconds of `net`. */
  readonly at: number
  /** Whether `at` is known to the hour or better. Otherwise it only names a day or a longer period. */
  readonly isExact: boolean
}

const EXACT: readonly Launch['net_precision'][] = ['second', 'minute', 'hour']

/** Returns the launches to come, soonest first; `null` if the list fails or takes longer than 1.5 s. */
export async function readNextLaunches(
  table: readonly Endpoint[],
  call: EndpointCall,
): Promise<readonly PlannedLaunch[] | null> {
  const listed = await readListedLaunches(table, call)
  const now = call.context.now()
  return listed?.filter(({ at }) => at > now) ?? null
}

/**
 * Returns the launches of a list, the upcoming ones by default, those under way and those past whose outcome
 * is open included.
 */
export async function readListedLaunches(
  table: readonly Endpoint[],
  call: EndpointCall,
  path = LAUNCHES,
): Promise<readonly PlannedLaunch[] | null> {
  const list = await readInTime<{ readonly launches: readonly Launch[] }>(table, path, {}, call)
  const launches = list?.launches.map((launch) => {
    return { ...launch, at: Date.parse(launch.net), isExact: EXACT.includes(launch.net_precision) }
  })
  return launches ?? null
}
