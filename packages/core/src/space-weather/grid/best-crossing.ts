import { cellOf, type Grid, nearestCrossing, type Point } from '#space-weather/grid/grid'
import { bearingDeg, distanceKm, geomagneticLatitudeDeg, longitudesWithin } from '#space-weather/grid/sphere'

/** A crossing of a grid as seen from a place. */
export interface Seen extends Point {
  readonly value: number
  readonly distanceKm: number
  /** From north to east. */
  readonly bearingDeg: number
}

/** Returns the crossing with the highest value within a distance; of equal ones the nearest. */
export function bestCrossing(grid: Grid, place: Point, withinKm: number): Seen {
  return bestOf(grid, place, withinKm, () => true)
}

/**
 * Returns the crossing with the highest value within a distance, of those no farther from the geomagnetic
 * pole of its hemisphere than the place; of equal ones the nearest. A place nearer to that pole than all
 * crossings has none, and gets the crossing nearest to it.
 */
export function bestPoleward(grid: Grid, place: Point, withinKm: number): Seen {
  const own = geomagneticLatitudeDeg(place)
  const sign = own < 0 ? -1 : 1
  return bestOf(grid, place, withinKm, (point) => sign * geomagneticLatitudeDeg(point) >= sign * own)
}

/** Compares values first, then distances: only of what may be the best are they computed. */
function bestOf(grid: Grid, place: Point, withinKm: number, isAllowed: (point: Point) => boolean): Seen {
  const { latitudesDeg, longitudesDeg } = grid
  let best: { readonly point: Point; readonly value: number; readonly km: number } | undefined
  for (const [row, latitudeDeg] of latitudesDeg.entries()) {
    for (const [from, to] of columnsWithin(
      longitudesDeg,
      longitudesWithin(place, latitudeDeg, withinKm),
      place,
    )) {
      for (let column = from; column <= to; column += 1) {
        const value = cellOf(grid, row, column)
        if (best && value < best.value) continue
        const point = { latitudeDeg, longitudeDeg: longitudesDeg[column] ?? 0 }
        const km = distanceKm(place, point)
        if (km > withinKm || (best && value === best.value && km >= best.km) || !isAllowed(point)) continue
        best = { point, value, km }
      }
    }
  }
  if (best) return seenFrom(place, best.point, best.value)
  const { row, column } = nearestCrossing(grid, place)
  const point = { latitudeDeg: latitudesDeg[row] ?? 0, longitudeDeg: longitudesDeg[column] ?? 0 }
  return seenFrom(place, point, cellOf(grid, row, column))
}

function seenFrom(place: Point, point: Point, value: number): Seen {
  return { ...point, value, distanceKm: distanceKm(place, point), bearingDeg: bearingDeg(place, point) }
}

/**
 * Returns the first and the last column of each run of meridians that are no farther from a place than some
 * degrees, or one more, in ascending order: two where the grid begins among them, none for `undefined`.
 */
function columnsWithin(
  longitudesDeg: readonly number[],
  halfDeg: number | undefined,
  { longitudeDeg }: Point,
): readonly (readonly [from: number, to: number])[] {
  if (halfDeg === undefined) return []
  const count = longitudesDeg.length
  const centre = ((longitudeDeg - (longitudesDeg[0] ?? 0)) / 360) * count
  const half = (halfDeg / 360) * count
  const [first, last] = [Math.floor(centre - half), Math.ceil(centre + half)]
  if (last - first + 1 >= count) return [[0, count - 1]]
  const from = ((first % count) + count) % count
  const to = from + last - first
  return to < count
    ? [[from, to]]
    : [
        [0, to - count],
        [from, count - 1],
      ]
}
