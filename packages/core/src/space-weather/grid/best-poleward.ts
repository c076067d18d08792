import { cellOf, type Grid, type Point } from '#space-weather/grid/grid'
import { bearingDeg, distanceKm, geomagneticLatitudeDeg } from '#space-weather/grid/sphere'

/** A crossing of a grid as seen from a place. */
interface Seen extends Point {
  readonly value: number
  readonly distanceKm: number
  /** From north to east. */
  readonly bearingDeg: number
}

/** Shortest degree of a meridian, with some to spare, in km. */
const KM_PER_DEGREE = 110

/**
 * Returns the crossing with the highest value within a distance, of those no farther from the geomagnetic
 * pole of its hemisphere than the place; of equal ones the nearest. There is one where the distance is longer
 * than the meshes.
 */
export function bestPoleward(grid: Grid, place: Point, withinKm: number): Seen | undefined {
  const { latitudesDeg, longitudesDeg } = grid
  const own = geomagneticLatitudeDeg(place)
  const sign = own < 0 ? -1 : 1
  let best: Seen | undefined
  for (const [row, latitudeDeg] of latitudesDeg.entries()) {
    if (Math.abs(latitudeDeg - place.latitudeDeg) > withinKm / KM_PER_DEGREE) continue
    for (const [column, longitudeDeg] of longitudesDeg.entries()) {
      const value = cellOf(grid, row, column)
      if (best && value < best.value) continue
      const crossing = { latitudeDeg, longitudeDeg }
      const distance = distanceKm(place, crossing)
      if (distance > withinKm || sign * geomagneticLatitudeDeg(crossing) < sign * own) continue
      if (best && value === best.value && distance >= best.distanceKm) continue
      best = { ...crossing, value, distanceKm: distance, bearingDeg: bearingDeg(place, crossing) }
    }
  }
  return best
}
