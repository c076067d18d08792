import * as v from 'valibot'
import { launch } from '#catalogue/launches/launch'
import type { ListedLaunch } from '#catalogue/launches/parse-launch'
import { launchParameters, selectLaunches } from '#catalogue/launches/select-launches'
import { upcomingLaunches } from '#catalogue/launches/upcoming'
import { dataEndpoint } from '#endpoint/data-endpoint'
import { count, instant, named, sourceLabel } from '#endpoint/schemas'
import { withSelection } from '#endpoint/selection'
import { fromFeed } from '#endpoint/source'
import { iso, minutes } from '#kit/time'

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
