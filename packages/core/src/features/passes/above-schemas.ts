import * as v from 'valibot'
import { count, instant, named, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { seconds } from '#kernel/kit/time'

/** Time for which the states of a group count as current. */
export const STATES_VALID_MS = seconds(10)

const objectAbove = v.strictObject({
  norad_id: count('Catalogue number of the object', 25_544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  azimuth_deg: quantity('Azimuth, degrees clockwise from north', 231.4, 0, 360),
  elevation_deg: quantity('Elevation, degrees, without refraction', 34.512, -90, 90),
  range_km: quantity('Distance from the location, km', 698.201, 0),
  range_rate_km_s: quantity('Change of the distance, km/s, negative on approach', -4.223),
  sunlit: v.pipe(
    v.boolean(),
    v.description('Whether the object is sunlit: the centre of the Sun is visible from it'),
    v.examples([true]),
  ),
})

/** Schema of the payload: objects of a group above a location. */
export const aboveData = v.strictObject({
  group: text('Group that was searched', 'visual'),
  latitude_deg: quantity('Latitude used for the computation, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude used for the computation, degrees', 11.58, -180, 180),
  altitude_m: quantity('Altitude used for the computation, metres', 520),
  sun_elevation_deg: quantity(
    'Elevation of the Sun at the location, degrees; below -6 the sky is dark',
    -18.3,
    -90,
    90,
  ),
  searched: count('Number of objects of the group that have a position', 158),
  above: count('Number of objects at or above min_elevation_deg', 12),
  count: count('Number of objects in the list', 12),
  objects: v.pipe(
    v.array(named('ObjectAbove', objectAbove)),
    v.description('Objects, highest elevation first'),
  ),
  as_of: instant('Time of the positions'),
  source: sourceLabel('CelesTrak GP element sets'),
})

/** Objects of a group above a location. */
export type AboveData = v.InferOutput<typeof aboveData>
