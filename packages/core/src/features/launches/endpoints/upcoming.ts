import * as v from 'valibot'
import { launch } from '#features/launches/launch'
import type { ListedLaunch } from '#features/launches/parse-launch'
import { launchParameters, selectLaunches } from '#features/launches/select-launches'
import { upcomingLaunches } from '#features/launches/upcoming'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { count, instant, named, sourceLabel } from '#kernel/endpoint/schemas'
import { withSelection } from '#kernel/endpoint/selection'
import { fromFeed } from '#kernel/endpoint/source'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  count: count('Number of launches in the list', 1),
  launches: v.pipe(
    v.array(named('Launch', launch)),
    v.description('Upcoming launches, at most 100, sorted by net, earliest first'),
  ),
  as_of: instant('Time the list was fetched'),
  source: sourceLabel('Launch Library 2 upcoming launches'),
})

/** The payload of the next launches. */
export type UpcomingLaunches = v.InferOutput<typeof data>

export const launchesSource = fromFeed(upcomingLaunches, (launches, { source, fetchedAt }) =>
  toUpcomingLaunchesData(launches, source, fetchedAt),
)

const endpoint = dataEndpoint({
  path: '/v1/launches/upcoming',
  operationId: 'listUpcomingLaunches',
  summary: 'Upcoming launches',
  description:
    'A launch is removed from the list when its outcome is known, or when its window and the period that ' +
    'net denotes (minute, day, month, …) have both ended. Query parameters select from the list; count is ' +
    'the number of launches listed.',
  tag: 'Launches',
  access: 'optional_key',
  ttlMs: minutes(60),
  data: named('UpcomingLaunches', data),
  source: launchesSource,
})

/** Serves the upcoming launches, all of them or a selection. */
export const upcoming = withSelection(endpoint, launchParameters, selectLaunches)

/**
 * Converts launches to the payload: the launches that are not over at `fetchedAt` (epoch milliseconds),
 * sorted by net.
 */
export function toUpcomingLaunchesData(
  upcoming: readonly ListedLaunch[],
  source: string,
  fetchedAt: number,
): UpcomingLaunches {
  const launches = upcoming
    .filter(({ pastAt }) => pastAt > fetchedAt)
    .map(({ launch }) => launch)
    .sort((a, b) => Date.parse(a.net) - Date.parse(b.net))
  return { count: launches.length, launches, as_of: iso(fetchedAt), source }
}
