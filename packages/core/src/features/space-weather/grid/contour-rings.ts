/** A closed line: points of x and y, the first not repeated at the end. */
export type Ring = readonly (readonly [x: number, y: number])[]

/** Values at the points of a grid with ascending coordinates. */
interface Field {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** The values of each row, starting with the first of `ys`. */
  readonly rows: readonly ArrayLike<number>[]
}

/** Corners of a mesh that no line crosses: all four below the level, or all four at least at it. */
const [ALL_OUT, ALL_IN] = [0, 15]

/**
 * Returns the rings around the areas of a field that are at least `level`, by marching squares with
 * interpolation. Outer rings are counter-clockwise and holes clockwise, where x grows to the right and y
 * upwards. Areas end at the edge of the field.
 */
export function contourRings(field: Field, level: number): Ring[] {
  const next = linesThrough(field, level)
  const rings: Ring[] = []
  for (const start of next.keys()) {
    const ring: (readonly [number, number])[] = []
    for (let edge: number | undefined = start; edge !== undefined && next.has(edge); ) {
      ring.push(crossingOf(field, edge, level))
      const after: number | undefined = next.get(edge)
      next.delete(edge)
      edge = after
    }
    rings.push(ring)
  }
  return rings
}

/**
 * Maps the edge at which each line enters a mesh to the edge at which it leaves it and enters the next mesh.
 * The field is surrounded by one more line of points, all below the level. Each point has two edges: `2 *
 * point` leads to the right, and `2 * point + 1` leads upwards.
 */
function linesThrough({ xs, ys, rows }: Field, level: number): Map<number, number> {
  const width = xs.length + 2
  const isIn = new Uint8Array(width * (ys.length + 2))
  for (const [row, values] of rows.entries()) {
    const from = (row + 1) * width + 1
    for (let column = 0; column < xs.length; column += 1) {
      isIn[from + column] = (values[column] as number) >= level ? 1 : 0
    }
  }
  const next = new Map<number, number>()
  for (let at = 0; at + width + 1 < isIn.length; at += 1) {
    // Counter-clockwise from the lower left. The last mesh of each row, which includes the first point of the
    // next row, is entirely outside.
    const corners = [at, at + 1, at + width + 1, at + width]
    let state = 0
    for (let i = 0; i < 4; i += 1) state |= (isIn[corners[i] as number] as number) << i
    if (state === ALL_OUT || state === ALL_IN) continue
    const edges = [2 * at, 2 * (at + 1) + 1, 2 * (at + width), 2 * at + 1]
    const isCornerIn = (corner: number) => (state & (1 << (corner % 4))) !== 0
    // A line enters where the corners change from inside to outside, and leaves where they change back.
    for (let side = 0; side < 4; side += 1) {
      if (!isCornerIn(side) || isCornerIn(side + 1)) continue
      let other = side + 1
      while (!isCornerIn(other + 1)) other += 1
      next.set(edges[side] as number, edges[other % 4] as number)
    }
  }
  return next
}

/** Returns the point on an edge where the level is reached. An edge that leaves the field has no length. */
function crossingOf({ xs, ys, rows }: Field, edge: number, level: number): readonly [x: number, y: number] {
  const crossing = Math.floor(edge / 2)
  const width = xs.length + 2
  const [column, row] = [(crossing % width) - 1, Math.floor(crossing / width) - 1]
  const [toColumn, toRow] = edge % 2 === 0 ? [column + 1, row] : [column, row + 1]
  const [from, to] = [rows[row]?.[column], rows[toRow]?.[toColumn]]
  const share = from === undefined || to === undefined ? 0 : (level - from) / (to - from)
  const x = (at: number) => xs[Math.max(0, Math.min(xs.length - 1, at))] as number
  const y = (at: number) => ys[Math.max(0, Math.min(ys.length - 1, at))] as number
  return [x(column) + (x(toColumn) - x(column)) * share, y(row) + (y(toRow) - y(row)) * share]
}
