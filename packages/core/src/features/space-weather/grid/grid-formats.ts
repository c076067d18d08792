import { contours } from '#features/space-weather/grid/contours'
import type { Grid } from '#features/space-weather/grid/grid'

/** Media types of a grid by format. */
export const GRID_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  geojson: 'application/geo+json',
} as const
export type GridFormat = keyof typeof GRID_TYPES

/** Yields a grid as CSV: a header, then a line for each grid point, row by row. */
export function* gridCsv(grid: Grid, column: string): Generator<string> {
  yield `latitude_deg,longitude_deg,${column}\n`
  const { latitudesDeg, longitudesDeg, rows } = grid
  for (const [row, latitude] of latitudesDeg.entries()) {
    const values = rows[row] ?? []
    yield longitudesDeg.map((longitude, at) => `${latitude},${longitude},${values[at]}\n`).join('')
  }
}

/** How the areas of a grid are described. */
interface Areas {
  /** Name of the property with the minimum value of an area. */
  readonly property: string
  /** Ascending. A level that is reached nowhere has no feature. */
  readonly levels: readonly number[]
  /** Further properties of every feature. */
  readonly common: Readonly<Record<string, unknown>>
}

/** Returns the areas that reach each level as a GeoJSON FeatureCollection (RFC 7946), level by level. */
export function* gridGeoJson(
  grid: Grid,
  { property, levels, common }: Areas,
): Generator<unknown, { type: string; features: object[] }> {
  const features: object[] = []
  for (const level of levels) {
    const coordinates = contours(grid, level)
    yield
    if (coordinates.length === 0) continue
    const properties = { [property]: level, ...common }
    features.push({ type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates } })
  }
  return { type: 'FeatureCollection', features }
}
