import { packedLines } from '@space-data/charts'
import { auroraAreas } from '#site/aurora-areas'
import type { AuroraGrid } from '#space-weather/endpoints/aurora-grid'

/** Returns the areas of the aurora for the script, packed: every second point, levels separated by `|`. */
export function packedAurora(forecast: AuroraGrid): string {
  return auroraAreas(forecast)
    .map((polygons) => packedLines(polygons.flat().map((ring) => ring.filter((_, i) => i % 2 === 0))))
    .join('|')
}
