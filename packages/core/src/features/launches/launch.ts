import * as v from 'valibot'
import { launchStatusNames, netPrecisions } from '#features/launches/terms'
import { instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

const pad = v.strictObject({
  name: orNull(text('Name of the pad', '201')),
  location: orNull(text('Launch site of the pad', 'Wenchang Space Launch Site, People’s Republic of China')),
  country_code: orNull(text('Country of the pad, ISO 3166-1 alpha-3', 'CHN')),
  latitude_deg: orNull(quantity('Latitude of the pad, degrees north', 19.618452, -90, 90)),
  longitude_deg: orNull(quantity('Longitude of the pad, degrees east', 110.955356, -180, 180)),
})

/** Schema of a launch. */
export const launch = v.strictObject({
  id: text('Launch id in Launch Library 2', 'a5872822-76df-404b-93d0-9ecd7ba80a70'),
  name: text('Vehicle and mission', 'Long March 7 | Tianzhou-10'),
  status: named('LaunchStatus', oneOf('State of the launch: see /ref/launch-statuses', launchStatusNames)),
  net: instant(
    'Planned launch time (no earlier than), with the precision net_precision',
    '2026-11-23T00:14:00.000Z',
  ),
  net_precision: orNull(
    oneOf(
      'Precision of net; if it is a day or longer, net is a placeholder within that period. Null if ' +
        'unknown; net is then treated as known to the day',
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

/** A launch as `/v1/launches/upcoming` serves it. */
export type Launch = v.InferOutput<typeof launch>
