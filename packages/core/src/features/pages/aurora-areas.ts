import { type AuroraGrid, auroraGridIn } from '#features/space-weather/aurora/aurora-grid'
import { contours } from '#features/space-weather/grid/contours'

/** Lowest probabilities, in percent, of the areas that pages show; each area lies in the previous one. */
export const AURORA_LEVELS = [10, 30, 50, 70] as const

type Areas = ReturnType<typeof contours>[]

/** The areas by forecast, computed for the first page that shows them. */
const areasOf = new WeakMap<AuroraGrid, Areas>()

/** Returns the areas of each level, as the coordinates of GeoJSON MultiPolygons. */
export function auroraAreas(forecast: AuroraGrid): Areas {
  const known = areasOf.get(forecast)
  if (known) return known
  const grid = auroraGridIn(forecast)
  const areas = AURORA_LEVELS.map((level) => contours(grid, level))
  areasOf.set(forecast, areas)
  return areas
}
