import { type LaunchTime, launchesAhead, launchTime } from '@space-data/charts/text'
import { upcoming } from '#features/launches/endpoints/upcoming'
import type { Launch } from '#features/launches/launch'
import type { PagesContext } from '#features/pages/context'
import { readInTime } from '#features/pages/live-values'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

/** The path of the launches. */
export const LAUNCHES = '/v1/launches/upcoming'

/** A launch with the known part of its time. */
export interface PlannedLaunch extends Launch, LaunchTime {}

/**
 * Returns the launches ahead, the next one first; `null` if the list fails or takes longer than 1.5 s.
 */
export async function readNextLaunches(
  call: EndpointCall<PagesContext>,
): Promise<readonly PlannedLaunch[] | null> {
  const listed = plannedLaunches(await readInTime(upcoming, call))
  return listed && launchesAhead(listed, call.context.now())
}

/**
 * Returns the launches of a list with the known part of their times, including launches in flight and past
 * launches without an outcome yet; `null` without a list.
 */
export function plannedLaunches(
  list: { readonly launches: readonly Launch[] } | undefined,
): readonly PlannedLaunch[] | null {
  return list?.launches.map((launch) => ({ ...launch, ...launchTime(launch) })) ?? null
}
