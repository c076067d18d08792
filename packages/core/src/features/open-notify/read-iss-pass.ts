import * as v from 'valibot'
import type { CompatQuery } from '#features/shared/compat/compat-query'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'
import { placeParameters, toTenMetres } from '#kernel/endpoint/place'
import { optional } from '#kernel/endpoint/query-parameters'

const decimal = (text: string) => (/^-?[0-9]{1,5}(\.[0-9]{1,20})?$/.test(text) ? Number(text) : Number.NaN)

/** The parameters of `/iss-pass.json`, which the endpoint checks itself. */
export const issPassParameters = {
  lat: placeParameters.latitude,
  lon: placeParameters.longitude,
  alt: optional(
    v.pipe(
      v.string(),
      v.transform(decimal),
      v.number(),
      v.minValue(0),
      v.maxValue(10_000),
      v.transform(toTenMetres),
      v.number(),
      v.description('Altitude of the location: metres from 0 to 10000; rounded to 10 m; default 100'),
      v.examples([520]),
    ),
    '100',
  ),
  n: optional(
    v.pipe(
      v.string(),
      v.transform((text) => Math.floor(decimal(text))),
      v.number(),
      v.minValue(1),
      v.maxValue(100),
      v.description('Number of passes: from 1 to 100; default 5'),
      v.examples([5]),
    ),
    '5',
  ),
}

/** The location and the number of passes of a request. */
export type AskedPasses = ReturnType<typeof readIssPass>

/**
 * Reads the location and the number of passes from a query.
 *
 * @throws CompatRefusal
 */
export function readIssPass(query: CompatQuery) {
  const { lat, lon, alt, n } = issPassParameters
  return {
    latitude: read(lat, query.get('LAT'), 'Latitude must be number between -90.0 and 90.0', 'Latitude'),
    longitude: read(lon, query.get('LON'), 'Longitude must be number between -180.0 and 180.0', 'Longitude'),
    altitude: read(alt, query.get('ALT'), 'Altitude must be number between 0 and 10,000'),
    passes: read(n, query.get('N'), 'Number of passes must be number between 1 and 100'),
  }
}

/** Reads a parameter. `required` is its name if a request must have it. */
function read(schema: v.GenericSchema, given: string | undefined, reason: string, required?: string): number {
  if (required !== undefined && !given) throw new CompatRefusal(400, `${required} must be specified`)
  const result = v.safeParse(schema, given || undefined)
  if (!result.success) throw new CompatRefusal(400, reason)
  return Number(result.output)
}
