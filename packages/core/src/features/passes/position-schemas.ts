import * as v from 'valibot'
import { count, instant, named, oneOf, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { seconds } from '#kernel/kit/time'

/** Validity of a current position. */
export const POSITION_VALID_MS = seconds(5)

const seen = 'null without a location'

/** Schema of the position of an object at an instant. */
const position = v.strictObject({
  at: instant('Time, UTC', '2026-11-21T12:34:00.000Z'),
  latitude_deg: quantity('Geodetic latitude below the object, degrees, north positive', 48.1372, -90, 90),
  longitude_deg: quantity('Longitude below the object, degrees, east positive', 11.5755, -180, 180),
  altitude_km: quantity('Altitude above the ellipsoid (WGS 84), km', 418.203),
  speed_km_s: quantity('Inertial speed, km/s', 7.661, 0),
  sunlit: v.pipe(
    v.boolean(),
    v.description('Whether the object is sunlit: the centre of the Sun is visible from it'),
    v.examples([true]),
  ),
  footprint_radius_km: quantity(
    'Radius, along the ground, of the area from which the object is above the horizon, km',
    2_250.2,
    0,
  ),
  azimuth_deg: orNull(
    quantity(`Azimuth from the location, degrees clockwise from north; ${seen}`, 231.4, 0, 360),
  ),
  elevation_deg: orNull(
    quantity(`Elevation at the location, degrees, without refraction; ${seen}`, 34.512, -90, 90),
  ),
  range_km: orNull(quantity(`Distance from the location, km; ${seen}`, 698.201, 0)),
  range_rate_km_s: orNull(quantity(`Change of the distance, km/s, negative on approach; ${seen}`, -4.223)),
})

/** Position of an object at an instant. */
export type Position = v.InferOutput<typeof position>

/** Names of the fields, in their order. */
export const POSITION_FIELDS = Object.keys(position.entries) as (keyof Position)[]

/** Schema of the payload: positions of an object. */
export const positionsData = v.strictObject({
  norad_id: count('Catalogue number of the object', 25_544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  elements_epoch: instant('Epoch of the elements; the farther from it, the less accurate positions are'),
  count: count('Number of positions', 1),
  positions: v.pipe(
    v.array(named('ObjectPosition', position)),
    v.description('Positions in order of time; they end when the object decays'),
  ),
  as_of: instant('Time of the first position'),
  source: sourceLabel('CelesTrak GP element set'),
})

/** Positions of an object. */
export type PositionsData = v.InferOutput<typeof positionsData>

/** Schema of positions as GeoJSON. */
export const groundTrack = named(
  'GroundTrack',
  v.pipe(
    v.looseObject({ type: oneOf('Type of the object', ['Feature']) }),
    v.description(
      'GeoJSON feature (RFC 7946): a Point or a MultiLineString with altitudes in metres. Its properties ' +
        'identify the object, and contain all values of the position, or the first and the last time',
    ),
  ),
)
