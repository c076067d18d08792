import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { count, instant, oneOf, orNull, quantity, sourceLabel, text } from '#declare/schemas'
import { from } from '#declare/source'
import { iso, minutes } from '#time'
import { type UpcomingLaunch, upcomingLaunches } from '#upstreams/launch-library'
import { launchStatusNames, netPrecisions } from '#upstreams/launch-terms'

const pad = v.strictObject({
  name: orNull(text('Name of the pad', '201')),
  location: orNull(
    text('Launch site the pad belongs to', 'Wenchang Space Launch Site, People’s Republic of China'),
  ),
  country_code: orNull(text('Country of the pad, ISO 3166-1 alpha-3', 'CHN')),
  latitude_deg: orNull(quantity('Latitude of the pad in degrees, north positive', 19.618452, -90, 90)),
  longitude_deg: orNull(quantity('Longitude of the pad in degrees, east positive', 110.955356, -180, 180)),
})

const launch = v.strictObject({
  id: text('Identifier of the launch in Launch Library 2', 'a5872822-76df-404b-93d0-9ecd7ba80a70'),
  name: text('Vehicle and mission', 'Long March 7 | Tianzhou-10'),
  status: oneOf('State of the launch: see /ref/launch-statuses', launchStatusNames),
  net: instant(
    'No earlier than: the planned launch time, as exact as net_precision says',
    '2026-11-23T00:14:00.000Z',
  ),
  net_precision: orNull(
    oneOf(
      'Unit of time that net names; when it is a day or longer, net is a placeholder within it. Null when not known',
      netPrecisions,
    ),
  ),
  window_start: orNull(instant('Start of the launch window', '2026-11-23T00:05:00.000Z')),
  window_end: orNull(instant('End of the launch window', '2026-11-23T00:29:00.000Z')),
  provider: orNull(text('Organisation that launches', 'China Aerospace Science and Technology Corporation')),
  vehicle: orNull(text('Launch vehicle', 'Long March 7')),
  mission: orNull(text('Name of the mission', 'Tianzhou-10')),
  mission_type: orNull(text('What the mission is for', 'Resupply')),
  orbit: orNull(text('Orbit it is bound for', 'Low Earth Orbit')),
  pad: v.pipe(v.nullable(pad), v.description('Where it launches from; null when not known')),
  probability_percent: orNull(quantity('Probability of favourable weather in percent', 80, 0, 100)),
  launch_designator: orNull(text('International designator of the launch, once it has one', '2026-105')),
  last_updated: orNull(instant('When Launch Library last changed the record')),
  url: text(
    'The record at Launch Library',
    'https://ll.thespacedevs.com/2.3.0/launches/a5872822-76df-404b-93d0-9ecd7ba80a70/',
  ),
})

const data = v.strictObject({
  count: count('Number of launches in the list', 1),
  launches: v.pipe(v.array(launch), v.description('The next launches, at most 100, by net ascending')),
  as_of: instant('Instant of the list: when it was fetched'),
  source: sourceLabel('Launch Library 2 upcoming launches'),
})

/** The next launches of all providers. */
export const upcoming = dataEndpoint({
  path: '/v1/launches/upcoming',
  summary: 'Next launches',
  description:
    'A launch is past, and left out, once its outcome is known, or once its window has ended and so has the second, minute, ' +
    'hour, day or longer that its net names.',
  tag: 'Launches',
  access: 'key',
  ttlMs: minutes(60),
  data,
  source: from(upcomingLaunches, (launches, { source, fetchedAt }) => toData(launches, source, fetchedAt)),
})

export function toData(
  upcoming: readonly UpcomingLaunch[],
  source: string,
  fetchedAt: number,
): v.InferOutput<typeof data> {
  const launches = upcoming
    .filter(({ overAt }) => overAt > fetchedAt)
    .map(({ launch }) => launch)
    .sort((a, b) => Date.parse(a.net) - Date.parse(b.net))
  return { count: launches.length, launches, as_of: iso(fetchedAt), source }
}
