import { type LaunchTime, launchesAhead, launchTime } from '@space-data/charts/text'
import type { Launch } from '#catalogue/launches/launch'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { readInTime } from '#site/live-values'

/** The path of the launches. */
export const LAUNCHES = '/v1/launches/upcoming'

/** The path of the past launches. */
export const PREVIOUS = '/v1/launches/previous'

/** A launch with the known part of its time. */
export interface PlannedLaunch extends Launch, LaunchTime {}

/**
 * Returns the launches ahead, the next one first; `null` if the list fails or takes longer than 1.5 s.
 */
export async function readNextLaunches(
  table: readonly Endpoint[],
  call: EndpointCall,
): Promise<readonly PlannedLaunch[] | null> {
  const listed = await readListedLaunches(table, call)
  return listed && launchesAhead(listed, call.context.now())
}

/**
 * Returns the launches of a list, by default the upcoming ones, including launches in flight and past
 * launches without an outcome yet.
 */
export async function readListedLaunches(
  table: readonly Endpoint[],
  call: EndpointCall,
  path = LAUNCHES,
): Promise<readonly PlannedLaunch[] | null> {
  const list = await readInTime<{ readonly launches: readonly Launch[] }>(table, path, {}, call)
  return list?.launches.map((launch) => ({ ...launch, ...launchTime(launch) })) ?? null
}
