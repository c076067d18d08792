/**
 * Finds the bin of a value without searching: cells so narrow that none holds two edges name the bin at their lower
 * end, and one comparison with the next edge decides.
 */
export interface EdgeTable {
  readonly cellsPerUnit: number
  /** Bin at the lower end of each cell. */
  readonly cells: Uint16Array
  /** Lower edge of the bin after each bin; infinite after the last, which thus holds the highest value. */
  readonly next: Float64Array
}

/** `edges` ascend, from the lowest value to the highest. */
export function edgeTable(edges: readonly number[]): EdgeTable {
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

/** Edges of equal parts of the way from the south pole to the north pole, as sines of latitude. */
export function latitudeEdges(parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, edge) => -Math.cos((edge / parts) * Math.PI))
}

/** Edges of equal parts of the turn from 180° west to 180° east, as `diamond` angles. */
export function longitudeEdges(parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, edge) => {
    if (edge === 0 || edge === parts) return edge ? 2 : -2
    const angle = (edge / parts - 0.5) * 2 * Math.PI
    return diamond(Math.cos(angle), Math.sin(angle))
  })
}

/** Grows with the angle from -2 in the west over 0 in the east to 2, without any arc function. */
export function diamond(x: number, y: number): number {
  const slope = y / (Math.abs(x) + Math.abs(y))
  if (x >= 0) return slope
  return y >= 0 ? 2 - slope : -2 - slope
}
