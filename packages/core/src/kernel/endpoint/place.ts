import * as v from 'valibot'
import { optional } from '#kernel/endpoint/query-parameters'

/** Hundredths of a degree, 1.1 km, so that cached locations identify no house. */
const PLACES_PER_DEGREE = 100

/**
 * Query parameters of a location. Checked values are rounded to 0.01° and to 10 m of altitude, for both the
 * cache and the computation. A location is never logged.
 */
export const placeParameters = {
  latitude: degrees('Geodetic latitude of the location', 'north', 90, 48.14),
  longitude: degrees('Longitude of the location', 'east', 180, 11.58),
}

/** Query parameter of the altitude of a location, for objects near enough for it to matter. */
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
      v.description(
        'Altitude of the location: metres above the ellipsoid, from -500 to 9000; rounded to 10 m',
      ),
      v.examples([520]),
    ),
  ),
}

/** Rounds an altitude to 10 m, as for locations. */
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
    // Removes the sign of zero.
    v.transform((value) => Math.round(value * PLACES_PER_DEGREE) / PLACES_PER_DEGREE + 0),
    v.number(),
    v.description(`${name}: degrees from -${max} to ${max}, ${positive} positive; rounded to 0.01°`),
    v.examples([example]),
  )
}
