import { contourRings, type Ring } from '#features/space-weather/grid/contour-rings'
import { cellOf, type Grid, valueAt } from '#features/space-weather/grid/grid'

/** A position in GeoJSON. */
type Position = readonly [longitudeDeg: number, latitudeDeg: number]
/** Outer ring and holes, each closed. */
type Polygon = readonly (readonly Position[])[]

/** Minimum area of a ring, in square degrees. Smaller rings are points or lines. */
const LEAST_AREA = 1e-9

/**
 * Returns the areas where a grid is at least `level`, as the coordinates of a GeoJSON MultiPolygon
 * (RFC 7946): cut at the antimeridian, outer rings counter-clockwise, rounded to 0.01°.
 */
export function contours(grid: Grid, level: number): Polygon[] {
  const rings = contourRings(fieldOf(grid), level)
    .map(rounded)
    .map((ring) => ({ ring, area: areaOf(ring) }))
  const outer = rings.filter(({ area }) => area > LEAST_AREA).sort((a, b) => a.area - b.area)
  const polygons = outer.map(({ ring }) => [ring])
  for (const { ring: hole, area } of rings) {
    // A hole belongs to the smallest ring around it.
    if (area < -LEAST_AREA) polygons[outer.findIndex(({ ring }) => isAround(ring, hole))]?.push(hole)
  }
  return polygons.map((polygon) => polygon.map((ring) => [...ring, ring[0] as Position]))
}

/** The grid from 180° west to 180° east, and from south to north. */
function fieldOf(grid: Grid) {
  const { latitudesDeg, longitudesDeg } = grid
  const columns = longitudesDeg
    .map((longitude, column) => ({ x: longitude >= 180 ? longitude - 360 : longitude, column }))
    .sort((a, b) => a.x - b.x)
  const rows = latitudesDeg.map((y, row) => ({ y, row })).sort((a, b) => a.y - b.y)
  const inner = columns.filter(({ x }) => x > -180)
  // The antimeridian is a column, or halfway between two columns.
  const seam = (y: number) => valueAt(grid, { latitudeDeg: y, longitudeDeg: 180 })
  return {
    xs: [-180, ...inner.map(({ x }) => x), 180],
    ys: rows.map(({ y }) => y),
    rows: rows.map(({ y, row }) => [
      seam(y),
      ...inner.map(({ column }) => cellOf(grid, row, column)),
      seam(y),
    ]),
  }
}

/** Rounds points to 0.01°, and drops points equal to the previous one. */
function rounded(ring: Ring): Position[] {
  const points = ring.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100] as const)
  return points.filter(([x, y], i) => {
    const [beforeX, beforeY] = points.at(i - 1) as Position
    return x !== beforeX || y !== beforeY
  })
}

/** Returns the area within a ring in square degrees, positive if it is counter-clockwise. */
function areaOf(ring: readonly Position[]): number {
  let twice = 0
  for (const [i, [x, y]] of ring.entries()) {
    const [beforeX, beforeY] = ring.at(i - 1) as Position
    twice += beforeX * y - x * beforeY
  }
  return twice / 2
}

/** Returns whether a ring encloses another. Tests the middle of the first side, as corners may touch. */
function isAround(ring: readonly Position[], [a, b]: readonly Position[]): boolean {
  if (!a || !b) return false
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  let isIn = false
  for (const [i, [toX, toY]] of ring.entries()) {
    const [fromX, fromY] = ring.at(i - 1) as Position
    if (fromY > y !== toY > y && x < fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY)) isIn = !isIn
  }
  return isIn
}
