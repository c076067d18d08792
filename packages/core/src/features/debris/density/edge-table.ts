/**
 * Lookup table from a value to its bin in constant time. Cells are so narrow that none contains two edges: a
 * cell has the bin at its lower end, and one comparison with the next edge decides.
 */
export interface EdgeTable {
  /** Cells per unit of the value. */
  readonly cellsPerUnit: number
  /** Bin at the lower end of each cell. */
  readonly cells: Uint16Array
  /** Upper edge of each bin; infinite for the last, which includes the highest value. */
  readonly next: Float64Array
}

/**
 * Creates the table of ascending edges.
 *
 * @param edges From the lowest value to the highest, one more than there are bins.
 */
export function createEdgeTable(edges: readonly number[]): EdgeTable {
  const low = edges[0]!
  const high = edges.at(-1)!
  const widths = edges.slice(1).map((edge, bin) => edge - edges[bin]!)
  const size = 2 ** Math.ceil(Math.log2((1.01 * (high - low)) / Math.min(...widths)))
  const next = Float64Array.from([...edges.slice(1, -1), Number.POSITIVE_INFINITY])
  const cells = new Uint16Array(size + 1)
  for (let cell = 0, bin = 0; cell <= size; cell++) {
    while (next[bin]! <= low + (cell * (high - low)) / size) bin++
    cells[cell] = bin
  }
  return { cellsPerUnit: size / (high - low), cells, next }
}

/** Returns the edges of equal latitude bands from south pole to north pole, as sines of latitude. */
export function latitudeEdges(parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, edge) => -Math.cos((edge / parts) * Math.PI))
}

/** Returns the edges of equal longitude sectors from 180° west to 180° east, as diamond angles. */
export function longitudeEdges(parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, edge) => {
    if (edge === 0 || edge === parts) return edge ? 2 : -2
    const angle = (edge / parts - 0.5) * 2 * Math.PI
    return diamondAngle(Math.cos(angle), Math.sin(angle))
  })
}

/**
 * Returns the diamond angle of a direction, -2 to 2: it increases with `Math.atan2(y, x)` from -π to π, but
 * needs no arc function.
 */
export function diamondAngle(x: number, y: number): number {
  const slope = y / (Math.abs(x) + Math.abs(y))
  if (x >= 0) return slope
  return y >= 0 ? 2 - slope : -2 - slope
}
