import * as v from 'valibot'
import { optional } from '#endpoint/query-parameters'

/** Hundredths of a degree, 1.1 km: what is cached names no house. */
const PLACES_PER_DEGREE = 100

/**
 * Query parameters of a place. Checked ones are rounded, for the cache as for what is computed: to 0.01°, and
 * to 10 m of altitude. A place is never logged.
 */
export const placeParameters = {
  latitude: degrees('Geodetic latitude of the place', 'north', 90, 48.14),
  longitude: degrees('Longitude of the place', 'east', 180, 11.58),
}

/** Query parameter of the altitude of a place, for what is near enough to depend on it. */
export const altitudeParameter = {
  altitude_m: optional(
    v.pipe(
      v.string(),
      v.regex(/^-?[0-9]{1,4}(\.[0-9]{1,9})?$/),
      v.transform(Number),
      v.number(),
      v.minValue(-500),
      v.maxValue(9_000),
      v.transform(toTenMetres),
      v.number(),
      v.description('Altitude of the place: metres above the ellipsoid, from -500 to 9000; rounded to 10 m'),
      v.examples([520]),
    ),
  ),
}

/** Rounds an altitude as those of places are: to 10 m. */
export function toTenMetres(metres: number): number {
  return Math.round(metres / 10) * 10 + 0
}

function degrees(name: string, positive: string, max: number, example: number) {
  return v.pipe(
    v.string(),
    v.regex(/^-?[0-9]{1,3}(\.[0-9]{1,20})?$/),
    v.transform(Number),
    v.number(),
    v.minValue(-max),
    v.maxValue(max),
    // Zero without a sign.
    v.transform((value) => Math.round(value * PLACES_PER_DEGREE) / PLACES_PER_DEGREE + 0),
    v.number(),
    v.description(`${name}: degrees from -${max} to ${max}, ${positive} positive; rounded to 0.01°`),
    v.examples([example]),
  )
}
