import * as v from 'valibot'
import { count, instant, named, oneOf, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'

/** Schema of an instant of a pass. */
export const sight = named(
  'PassSight',
  v.strictObject({
    at: instant('Time, UTC', '2026-11-21T17:12:33.000Z'),
    azimuth_deg: quantity('Azimuth, degrees clockwise from north', 291.3, 0, 360),
    elevation_deg: quantity('Elevation, degrees, without refraction', 45.2, -90, 90),
    range_km: quantity('Distance from the location, km', 585.1, 0),
    range_rate_km_s: quantity('Change of the distance, km/s, negative on approach', -6.412),
    doppler_hz: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.description(
          'Doppler shift, Hz, positive on approach: received minus transmitted frequency; absent without ' +
            'frequency_mhz',
        ),
        v.examples([3_119]),
      ),
    ),
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
  rise: v.pipe(
    v.nullable(sight),
    v.description('Rise above the horizon; null if the object has been above it for a day'),
  ),
  highest: sight,
  set: v.pipe(
    v.nullable(sight),
    v.description('Set below the horizon; null if the object stays above it for a day'),
  ),
  duration_s: v.nullable(
    quantity('Time between rise and set, seconds; null if one of them is null', 640.2, 0),
  ),
  visible: v.pipe(
    v.array(visibleSpan),
    v.description(
      'Spans of at least a minute during which the object is sunlit and the Sun is more than 6° below the ' +
        'horizon of the location; empty if there are none',
    ),
  ),
  elements_epoch: instant('Epoch of the elements'),
  error_s: quantity(
    'Estimated error of the times, seconds: 1 km along the orbit at the epoch, plus 1 km for each day ' +
      'since then, plus a fifth of the drag. After a manoeuvre, such as a reboost of the ISS, the error ' +
      'can be minutes',
    0.4,
    0,
  ),
})

const objectWithoutPasses = v.strictObject({
  norad_id: count('Catalogue number of the object', 20_580),
  name: text('Name in the public catalogue', 'HST'),
  reason: oneOf(
    'Reason: the object is always below the horizon (never_rises); it rises, but not high enough ' +
      '(too_low); it is always above the horizon, but not high enough (never_sets); or it is high enough, ' +
      'but not while it is visible (not_visible)',
    ['too_low', 'never_rises', 'never_sets', 'not_visible'],
  ),
  highest_elevation_deg: v.nullable(
    quantity(
      'Highest elevation of the object between from and to, degrees; null if it never rises',
      2.271,
      -90,
      90,
    ),
  ),
})

/** An object without a listed pass. */
export type ObjectWithoutPasses = v.InferOutput<typeof objectWithoutPasses>

/** Schema of the payload: a list of passes. */
export const passListData = v.strictObject({
  latitude_deg: quantity('Latitude used for the computation, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude used for the computation, degrees', 11.58, -180, 180),
  altitude_m: quantity('Altitude used for the computation, metres', 520),
  from: instant('Start of the span: passes are not over at this time', '2026-11-21T12:34:00.000Z'),
  to: instant('End of the span: passes begin before this time', '2026-11-24T12:34:00.000Z'),
  count: count('Number of passes in the list', 1),
  passes: v.pipe(v.array(named('ObjectPass', objectPass)), v.description('Passes, earliest rise first')),
  without_passes: v.pipe(
    v.array(named('ObjectWithoutPasses', objectWithoutPasses)),
    v.description('Objects without such a pass between from and to, ascending by norad_id, with the reason'),
  ),
  missing: v.pipe(
    v.array(count('Catalogue number', 99_999)),
    v.description(
      'Requested catalogue numbers without cached elements, or whose elements have no position, ascending',
    ),
    v.examples([[]]),
  ),
  as_of: instant('Time of the computation'),
  source: sourceLabel('CelesTrak GP element set'),
})

/** A list of passes. */
export type PassListData = v.InferOutput<typeof passListData>
/** A pass as it is listed. */
export type ListedPass = v.InferOutput<typeof objectPass>
