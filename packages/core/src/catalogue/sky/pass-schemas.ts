import * as v from 'valibot'
import { count, instant, named, oneOf, quantity, sourceLabel, text } from '#endpoint/schemas'

/** Schema of an instant of a pass. */
export const sight = named(
  'PassSight',
  v.strictObject({
    at: instant('Instant, UTC', '2026-11-21T17:12:33.000Z'),
    azimuth_deg: quantity('Azimuth, degrees from north over east', 291.3, 0, 360),
    elevation_deg: quantity('Elevation, degrees, without refraction', 45.2, -90, 90),
    range_km: quantity('Distance from the place, km', 585.1, 0),
  }),
)

const visibleSpan = named(
  'VisibleSpan',
  v.strictObject({
    start: sight,
    end: sight,
    highest_elevation_deg: quantity('Highest elevation within the span, degrees', 45.2, -90, 90),
  }),
)

/** Schema of a pass. */
export const objectPass = v.strictObject({
  norad_id: count('Catalogue number of the object', 25_544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  rise: v.pipe(v.nullable(sight), v.description('Rise above the horizon; null if it has been up for a day')),
  highest: sight,
  set: v.pipe(v.nullable(sight), v.description('Set below the horizon; null if it stays up for a day')),
  duration_s: v.nullable(quantity('Time between rise and set, seconds; null without one of them', 640.2, 0)),
  visible: v.pipe(
    v.array(visibleSpan),
    v.description(
      'When the object is lit by the Sun and the Sun is more than 6° below the horizon of the place, for a minute or ' +
        'more: empty if never',
    ),
  ),
  elements_epoch: instant('Epoch of the elements'),
  error_s: quantity(
    'Estimated error of the instants, seconds: 1 km along the orbit at the epoch, 1 km for each day from it, and a ' +
      'fifth of the drag. After a manoeuvre, such as a reboost of the ISS, it can be minutes',
    0.4,
    0,
  ),
})

const objectWithoutPasses = v.strictObject({
  norad_id: count('Catalogue number of the object', 20_580),
  name: text('Name in the public catalogue', 'HST'),
  reason: oneOf(
    'Why: it is below the horizon all the time (never_rises); it rises, but not so high (too_low); it is up all the ' +
      'time, but not so high (never_sets); or it is so high, but not while it is visible (not_visible)',
    ['too_low', 'never_rises', 'never_sets', 'not_visible'],
  ),
  highest_elevation_deg: v.nullable(
    quantity('Its highest elevation between from and to, degrees; null if it never rises', 2.271, -90, 90),
  ),
})

/** An object of which no pass is listed. */
export type ObjectWithoutPasses = v.InferOutput<typeof objectWithoutPasses>

/** Schema of the payload: a list of passes. */
export const passListData = v.strictObject({
  latitude_deg: quantity('Latitude of the place as computed with, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude of the place as computed with, degrees', 11.58, -180, 180),
  altitude_m: quantity('Altitude of the place as computed with, metres', 520),
  from: instant('Passes that are not over at this instant', '2026-11-21T12:34:00.000Z'),
  to: instant('Passes that begin before this instant', '2026-11-24T12:34:00.000Z'),
  count: count('Number of passes in the list', 1),
  passes: v.pipe(v.array(named('ObjectPass', objectPass)), v.description('Passes, the first to rise first')),
  without_passes: v.pipe(
    v.array(named('ObjectWithoutPasses', objectWithoutPasses)),
    v.description('Objects that have no such pass between from and to, ascending by norad_id, and why'),
  ),
  missing: v.pipe(
    v.array(count('Catalogue number', 99_999)),
    v.description('Requested catalogue numbers whose elements are not held or give no position, ascending'),
    v.examples([[]]),
  ),
  as_of: instant('Instant of the computation'),
  source: sourceLabel('CelesTrak GP element set'),
})

/** A list of passes. */
export type PassListData = v.InferOutput<typeof passListData>
/** A pass as it is listed. */
export type ListedPass = v.InferOutput<typeof objectPass>
