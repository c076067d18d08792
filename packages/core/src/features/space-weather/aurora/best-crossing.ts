import { cellOf, type Grid, nearestCrossing, type Point } from '#features/space-weather/grid/grid'
import {
  bearingDeg,
  distanceKm,
  geomagneticLatitudeDeg,
  longitudesWithin,
} from '#features/space-weather/grid/sphere'

/** A grid point as seen from a location. */
export interface Seen extends Point {
  readonly value: number
  readonly distanceKm: number
  /** Degrees clockwise from north. */
  readonly bearingDeg: number
}

/** Returns the grid point with the highest value within a distance; if several are equal, the nearest. */
export function bestCrossing(grid: Grid, place: Point, withinKm: number): Seen {
  return bestOf(grid, place, withinKm, () => true)
}

/**
 * Returns the grid point with the highest value within a distance, among the points that are no farther from
 * the geomagnetic pole of their hemisphere than the location; if several are equal, the nearest. If the
 * location is nearer to that pole than all grid points, returns the point nearest to the location.
 */
export function bestPoleward(grid: Grid, place: Point, withinKm: number): Seen {
  const own = geomagneticLatitudeDeg(place)
  const sign = own < 0 ? -1 : 1
  return bestOf(grid, place, withinKm, (point) => sign * geomagneticLatitudeDeg(point) >= sign * own)
}

/** Compares values first, then distances, so that distances are computed only for candidates. */
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
 * Returns the first and the last column of each run of meridians within some degrees of a location, possibly
 * one column more, in ascending order. There are two runs if the grid begins among them, and none for
 * `undefined`.
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
