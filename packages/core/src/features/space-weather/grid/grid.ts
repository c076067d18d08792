/** Values where evenly spaced meridians and parallels cross. The meridians cover the whole Earth. */
export interface Grid {
  /** Latitudes of the rows in degrees, ascending or descending. */
  readonly latitudesDeg: readonly number[]
  /** Longitudes of the columns in degrees east, ascending from any start. */
  readonly longitudesDeg: readonly number[]
  /** The values of each row. */
  readonly rows: readonly ArrayLike<number>[]
}

export interface Point {
  readonly latitudeDeg: number
  /** East of Greenwich. */
  readonly longitudeDeg: number
}

/** Half of the Earth, including the equator. */
export type Hemisphere = 'north' | 'south'

/** Returns `count` numbers starting with `first`, `step` apart. */
export function axis(first: number, step: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i * step)
}

/** Returns the value at a row and a column. */
export function cellOf({ rows }: Pick<Grid, 'rows'>, row: number, column: number): number {
  return rows[row]?.[column] ?? Number.NaN
}

/** Returns the grid point nearest in latitude and in longitude. */
export function nearestCrossing(grid: Grid, place: Point): { readonly row: number; readonly column: number } {
  const { row, column } = positionOf(grid, place)
  return { row: Math.round(row), column: Math.round(column) % grid.longitudesDeg.length }
}

/** Returns the value at the grid point nearest in latitude and in longitude. */
export function nearestValue(grid: Grid, place: Point): number {
  const { row, column } = nearestCrossing(grid, place)
  return cellOf(grid, row, column)
}

/**
 * Returns the value at a location, interpolated from the four surrounding grid points. Beyond the last row,
 * returns the value of that row.
 */
export function valueAt(grid: Grid, place: Point): number {
  const { row, column } = positionOf(grid, place)
  const [above, left] = [Math.floor(row), Math.floor(column)]
  const below = Math.min(above + 1, grid.latitudesDeg.length - 1)
  const right = (left + 1) % grid.longitudesDeg.length
  const along = (at: number) => mix(cellOf(grid, at, left), cellOf(grid, at, right), column - left)
  return mix(along(above), along(below), row - above)
}

/**
 * Returns the position of a location in rows and columns. A fraction after the last column lies between it
 * and the first.
 */
function positionOf({ latitudesDeg, longitudesDeg }: Grid, { latitudeDeg, longitudeDeg }: Point) {
  const [top = 0, next = 0] = latitudesDeg
  const columns = longitudesDeg.length
  const row = (latitudeDeg - top) / (next - top)
  const turns = (longitudeDeg - (longitudesDeg[0] ?? 0)) / 360
  // A location a rounding error west of the first column counts as on it.
  const column = (turns - Math.floor(turns)) * columns
  return { row: Math.max(0, Math.min(latitudesDeg.length - 1, row)), column: column < columns ? column : 0 }
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Returns the rows of a grid that are in a hemisphere. */
export function hemisphereOf({ latitudesDeg, longitudesDeg, rows }: Grid, hemisphere: Hemisphere): Grid {
  const isIn = (latitude: number) => (hemisphere === 'north' ? latitude >= 0 : latitude <= 0)
  return {
    latitudesDeg: latitudesDeg.filter(isIn),
    longitudesDeg,
    rows: rows.filter((_, row) => isIn(latitudesDeg[row] ?? Number.NaN)),
  }
}

/** Returns the highest value of a grid. */
export function highestOf({ rows }: Pick<Grid, 'rows'>): number {
  return Math.max(...rows.map((row) => Math.max(...Array.from(row))))
}

/** Rounds a number to the given number of decimals. */
export function roundTo(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
