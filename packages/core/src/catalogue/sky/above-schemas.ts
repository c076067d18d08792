import * as v from 'valibot'
import { count, instant, named, quantity, sourceLabel, text } from '#endpoint/schemas'
import { seconds } from '#kit/time'

/** How long the states of a group are given for those of now. */
export const STATES_VALID_MS = seconds(10)

const objectAbove = v.strictObject({
  norad_id: count('Catalogue number of the object', 25_544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  azimuth_deg: quantity('Azimuth, degrees from north over east', 231.4, 0, 360),
  elevation_deg: quantity('Elevation, degrees, without refraction', 34.512, -90, 90),
  range_km: quantity('Distance from the place, km', 698.201, 0),
  range_rate_km_s: quantity('Change of the distance, km/s, negative on approach', -4.223),
  sunlit: v.pipe(
    v.boolean(),
    v.description('Whether the centre of the Sun is seen from the object, past the ellipsoid'),
    v.examples([true]),
  ),
})

/** Schema of the payload: what of a group is above a place. */
export const aboveData = v.strictObject({
  group: text('Group that was searched', 'visual'),
  latitude_deg: quantity('Latitude of the place as computed with, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude of the place as computed with, degrees', 11.58, -180, 180),
  altitude_m: quantity('Altitude of the place as computed with, metres', 520),
  sun_elevation_deg: quantity('Elevation of the Sun at the place: below -6 the sky is dark', -18.3, -90, 90),
  searched: count('Number of objects of the group that have a position', 158),
  above: count('Number of objects that are so high or higher', 12),
  count: count('Number of objects in the list', 12),
  objects: v.pipe(
    v.array(named('ObjectAbove', objectAbove)),
    v.description('The objects, the highest first'),
  ),
  as_of: instant('Instant of the positions'),
  source: sourceLabel('CelesTrak GP element sets'),
})

/** What of a group is above a place. */
export type AboveData = v.InferOutput<typeof aboveData>
