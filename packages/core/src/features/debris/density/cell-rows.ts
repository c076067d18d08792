/** Height of a cell in degrees of latitude. */
export const CELL_DEG = 5
/** Number of rows of cells from pole to pole. */
export const CELL_ROWS = 180 / CELL_DEG

/**
 * Narrow bands of latitude, each within one row of bins and one row of cells. Both rows of a sample follow
 * from its band, so they never conflict at an edge.
 */
export interface BandRows {
  /** Row of bins of each band, from south to north. */
  readonly binRow: Uint8Array
  /** Row of cells of each band. */
  readonly cellRow: Uint8Array
}

/**
 * Creates the bands.
 *
 * @param rows Number of rows of bins.
 */
export function createBandRows(rows: number): BandRows {
  const bands = (rows * CELL_ROWS) / greatestCommonDivisor(rows, CELL_ROWS)
  const rowOf = (count: number) =>
    Uint8Array.from({ length: bands }, (_, band) => Math.floor((band * count) / bands))
  return { binRow: rowOf(rows), cellRow: rowOf(CELL_ROWS) }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
