import * as v from 'valibot'
import { launchStatusNames, netPrecisions } from '#catalogue/launches/terms'
import { type UpcomingLaunch, upcomingLaunches } from '#catalogue/launches/upcoming'
import { dataEndpoint } from '#endpoint/data-endpoint'
import { listOf, optional } from '#endpoint/query-parameters'
import {
  count,
  instant,
  named,
  oneOf,
  orNull,
  quantity,
  sourceLabel,
  text,
  wholeNumber,
} from '#endpoint/schemas'
import { withSelection } from '#endpoint/selection'
import { fromFeed } from '#endpoint/source'
import { iso, minutes } from '#kit/time'

const pad = v.strictObject({
  name: orNull(text('Name of the pad', '201')),
  location: orNull(text('Launch site of the pad', 'Wenchang Space Launch Site, People’s Republic of China')),
  country_code: orNull(text('Country of the pad, ISO 3166-1 alpha-3', 'CHN')),
  latitude_deg: orNull(quantity('Latitude of the pad, degrees north', 19.618452, -90, 90)),
  longitude_deg: orNull(quantity('Longitude of the pad, degrees east', 110.955356, -180, 180)),
})

const launch = v.strictObject({
  id: text('Launch id in Launch Library 2', 'a5872822-76df-404b-93d0-9ecd7ba80a70'),
  name: text('Vehicle and mission', 'Long March 7 | Tianzhou-10'),
  status: named('LaunchStatus', oneOf('State of the launch: see /ref/launch-statuses', launchStatusNames)),
  net: instant(
    'Planned launch time (no earlier than), to the precision of net_precision',
    '2026-11-23T00:14:00.000Z',
  ),
  net_precision: orNull(
    oneOf(
      'Precision of net; if a day or longer, net is a placeholder within that period. Null if unknown',
      netPrecisions,
    ),
  ),
  window_start: orNull(instant('Start of the launch window', '2026-11-23T00:05:00.000Z')),
  window_end: orNull(instant('End of the launch window', '2026-11-23T00:29:00.000Z')),
  provider: orNull(text('Launch provider', 'China Aerospace Science and Technology Corporation')),
  vehicle: orNull(text('Launch vehicle', 'Long March 7')),
  mission: orNull(text('Name of the mission', 'Tianzhou-10')),
  mission_type: orNull(text('Type of mission', 'Resupply')),
  orbit: orNull(text('Target orbit', 'Low Earth Orbit')),
  pad: v.pipe(v.nullable(named('LaunchPad', pad)), v.description('Launch pad; null if unknown')),
  probability_percent: orNull(quantity('Probability of favourable weather, percent', 80, 0, 100)),
  launch_designator: orNull(text('International designator of the launch; null until assigned', '2026-105')),
  last_updated: orNull(instant('Time of the last change of the record in Launch Library')),
  url: text(
    'URL of the record in Launch Library',
    'https://ll.thespacedevs.com/2.3.0/launches/a5872822-76df-404b-93d0-9ecd7ba80a70/',
  ),
})

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
  access: 'key',
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
