/** A closed line: points of x and y, the first not repeated at the end. */
export type Ring = readonly (readonly [x: number, y: number])[]

/** A field of values over the crossings of ascending lines. */
interface Field {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Row by row, `ys` from the first on. */
  readonly valueAt: (column: number, row: number) => number
}

/**
 * Returns the rings around all of a field that is at least `level`, by marching squares with interpolation:
 * outer ones counter-clockwise, holes clockwise where x grows to the right and y upwards. What reaches the
 * edge of the field ends there.
 */
export function contourRings(field: Field, level: number): Ring[] {
  const { xs, ys } = field
  const [columns, rows] = [xs.length, ys.length]
  // Around the field all is below the level, at no distance from its edge.
  const x = (column: number) => xs[Math.max(0, Math.min(columns - 1, column))] as number
  const y = (row: number) => ys[Math.max(0, Math.min(rows - 1, row))] as number
  const valueAt = (column: number, row: number) =>
    column < 0 || row < 0 || column >= columns || row >= rows
      ? Number.NEGATIVE_INFINITY
      : field.valueAt(column, row)
  /** By edge of a mesh at which a line leaves it: the next one, or two lines would share an edge. */
  const next = new Map<number, number>()
  const width = columns + 2
  // Edges have two numbers for each crossing: to its right, and upwards.
  const rightOf = (column: number, row: number) => 2 * ((row + 1) * width + column + 1)
  const upOf = (column: number, row: number) => rightOf(column, row) + 1
  for (let row = -1; row < rows; row += 1) {
    for (let column = -1; column < columns; column += 1) {
      const corners = [
        valueAt(column, row),
        valueAt(column + 1, row),
        valueAt(column + 1, row + 1),
        valueAt(column, row + 1),
      ]
      const edges = [
        rightOf(column, row),
        upOf(column + 1, row),
        rightOf(column, row + 1),
        upOf(column, row),
      ] as const
      const isIn = corners.map((value) => value >= level)
      // Counter-clockwise round the mesh: a line enters where it gets in, and leaves where it gets out.
      for (let side = 0; side < 4; side += 1) {
        if (!isIn[side] || isIn[(side + 1) % 4]) continue
        // Past the corner that is out, to the edge at which the corners are in again.
        let other = (side + 1) % 4
        while (!isIn[(other + 1) % 4]) other = (other + 1) % 4
        next.set(edges[side] as number, edges[other] as number)
      }
    }
  }
  const pointOf = (edge: number): readonly [number, number] => {
    const crossing = edge >> 1
    const [column, row] = [(crossing % width) - 1, Math.floor(crossing / width) - 1]
    const [toX, toY] = edge % 2 === 0 ? [column + 1, row] : [column, row + 1]
    const [from, to] = [valueAt(column, row), valueAt(toX, toY)]
    const share = shareOf(from, to, level)
    return [x(column) + (x(toX) - x(column)) * share, y(row) + (y(toY) - y(row)) * share]
  }
  const rings: Ring[] = []
  for (const start of next.keys()) {
    const ring: (readonly [number, number])[] = []
    for (let edge: number | undefined = start; edge !== undefined && next.has(edge); ) {
      ring.push(pointOf(edge))
      const after: number | undefined = next.get(edge)
      next.delete(edge)
      edge = after
    }
    rings.push(ring)
  }
  return rings
}

function shareOf(from: number, to: number, level: number): number {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return 0
  return (level - from) / (to - from)
}
