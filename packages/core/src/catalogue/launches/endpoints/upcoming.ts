import * as v from 'valibot'
import { launch } from '#catalogue/launches/launch'
import { launchStatusNames } from '#catalogue/launches/terms'
import { type UpcomingLaunch, upcomingLaunches } from '#catalogue/launches/upcoming'
import { dataEndpoint } from '#endpoint/data-endpoint'
import { listOf, optional } from '#endpoint/query-parameters'
import { count, instant, named, sourceLabel, wholeNumber } from '#endpoint/schemas'
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
  summary: 'Next launches',
  description:
    'A launch leaves the list once its outcome is known, or once both its window and the period that net ' +
    'names (minute, day, month, …) are over. Query parameters select from the list; count is the number ' +
    'of launches listed.',
  tag: 'Launches',
  access: 'optional_key',
  ttlMs: minutes(60),
  data: named('UpcomingLaunches', data),
  source: launchesSource,
})

const parameters = {
  provider: optional(
    v.pipe(
      v.string(),
      v.transform((name) => name.trim().toLowerCase()),
      v.string(),
      v.regex(/^[ -~\u00a0-\uffff]{1,60}$/),
      v.description('Part of the name of the launch provider, case-insensitive: 1 to 60 characters'),
      v.examples(['spacex']),
    ),
  ),
  status: optional(listOf('States of launches', launchStatusNames, 'go,tbc')),
  limit: optional(wholeNumber('Largest number of launches, the next ones first: 1 to 100', 5, { max: 100 })),
}

/** Serves the next launches, of all launch providers or those selected. */
export const upcoming = withSelection(endpoint, parameters, selectLaunches)

/** Selects launches by checked query parameters. */
function selectLaunches(
  whole: v.InferOutput<typeof data>,
  { provider, status, limit }: { readonly [K in keyof typeof parameters]?: unknown },
): v.InferOutput<typeof data> {
  const statuses = typeof status === 'string' ? status.split(',') : undefined
  const launches = whole.launches
    .filter((each) => provider === undefined || each.provider?.toLowerCase().includes(String(provider)))
    .filter((each) => statuses?.includes(each.status) ?? true)
    .slice(0, typeof limit === 'number' ? limit : undefined)
  return { ...whole, count: launches.length, launches }
}

/** Converts launches to the payload: those not over at `fetchedAt` (epoch milliseconds), sorted by net. */
export function toUpcomingLaunchesData(
  upcoming: readonly UpcomingLaunch[],
  source: string,
  fetchedAt: number,
): UpcomingLaunches {
  const launches = upcoming
    .filter(({ pastAt }) => pastAt > fetchedAt)
    .map(({ launch }) => launch)
    .sort((a, b) => Date.parse(a.net) - Date.parse(b.net))
  return { count: launches.length, launches, as_of: iso(fetchedAt), source }
}
