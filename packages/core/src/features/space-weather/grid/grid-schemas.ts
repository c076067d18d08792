import * as v from 'valibot'
import { optional } from '#kernel/endpoint/query-parameters'
import { quantity, sourceLabel } from '#kernel/endpoint/schemas'

/** The axes of a grid in a payload. */
export const gridAxes = {
  latitude_deg: numbers('Latitudes of the rows, degrees, ascending', [-90, -89]),
  longitude_deg: numbers('Longitudes of the columns, degrees east, ascending', [0, 1]),
}

function numbers(description: string, example: number[]) {
  return v.pipe(v.array(v.number()), v.description(description), v.examples([example]))
}

/** Schema of the values of a grid: a list for each row. */
export function gridRows(description: string, example: number[]) {
  return v.pipe(v.array(v.array(v.number())), v.description(description), v.examples([[example]]))
}

export const gridParameters = {
  hemisphere: optional(
    v.pipe(
      v.picklist(['north', 'south']),
      v.description('Only the rows of one hemisphere, including the equator: north or south'),
      v.examples(['north']),
    ),
  ),
  format: optional(
    v.pipe(
      v.picklist(['json', 'csv', 'geojson']),
      v.description(
        'Format: json, the grid in the envelope; csv, one line per grid point; geojson, the areas that ' +
          'reach each level, as polygons. Default json',
      ),
      v.examples(['geojson']),
    ),
  ),
}

/** A literal with its description. */
function always<const Value extends string>(value: Value) {
  return v.pipe(v.literal(value), v.description(`Always ${value}`), v.examples([value]))
}

/**
 * Schema of the areas of a grid as GeoJSON. `property` is the name of the property with the minimum value.
 */
export function areasSchema(property: string, levels: readonly number[]): v.GenericSchema {
  const ring = [
    [-180, 67],
    [-179, 67],
    [-179, 68],
    [-180, 67],
  ]
  const area = v.strictObject({
    type: always('Feature'),
    properties: v.looseObject({
      [property]: quantity('Minimum value in the area, in the unit of the grid', levels[0] ?? 0),
      source: sourceLabel('NOAA SWPC'),
    }),
    geometry: v.strictObject({
      type: always('MultiPolygon'),
      coordinates: v.pipe(
        v.array(v.array(v.array(v.array(v.number())))),
        v.description('Longitude and latitude in degrees; cut at the antimeridian'),
        v.examples([[[ring]]]),
      ),
    }),
  })
  const features = v.pipe(
    v.array(area),
    v.description(`Areas with at least ${levels.join(', ')}; a level that is reached nowhere is left out`),
  )
  return v.pipe(
    v.strictObject({ type: always('FeatureCollection'), features }),
    v.description('The areas that reach each level, with the times of the grid: GeoJSON (RFC 7946)'),
  )
}
