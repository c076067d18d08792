import { cellOf, type Grid, nearestCrossing, type Point } from '#space-weather/grid/grid'
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
 * pole of its hemisphere than the place; of equal ones the nearest. A place nearer to that pole than all
 * crossings has none, and gets the crossing nearest to it.
 */
export function bestPoleward(grid: Grid, place: Point, withinKm: number): Seen {
  const own = geomagneticLatitudeDeg(place)
  const sign = own < 0 ? -1 : 1
  const rows = grid.latitudesDeg.flatMap((latitudeDeg, row) =>
    Math.abs(latitudeDeg - place.latitudeDeg) > withinKm / KM_PER_DEGREE ? [] : [row],
  )
  let best: Seen | undefined
  for (const row of rows)
    for (const column of grid.longitudesDeg.keys()) {
      if (best && cellOf(grid, row, column) < best.value) continue
      const crossing = seenFrom(place, grid, row, column)
      if (crossing.distanceKm > withinKm || sign * geomagneticLatitudeDeg(crossing) < sign * own) continue
      if (!best || crossing.value > best.value || crossing.distanceKm < best.distanceKm) best = crossing
    }
  if (best) return best
  const { row, column } = nearestCrossing(grid, place)
  return seenFrom(place, grid, row, column)
}

function seenFrom(place: Point, grid: Grid, row: number, column: number): Seen {
  const crossing = {
    latitudeDeg: grid.latitudesDeg[row] ?? 0,
    longitudeDeg: grid.longitudesDeg[column] ?? 0,
  }
  return {
    ...crossing,
    value: cellOf(grid, row, column),
    distanceKm: distanceKm(place, crossing),
    bearingDeg: bearingDeg(place, crossing),
  }
}
