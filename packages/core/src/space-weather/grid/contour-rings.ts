/** A closed line: points of x and y, the first not repeated at the end. */
export type Ring = readonly (readonly [x: number, y: number])[]

/** Values at the crossings of lines, both ascending. */
interface Field {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** The values of each row, from the first of `ys` on. */
  readonly rows: readonly ArrayLike<number>[]
}

/** What is at the four corners of a mesh where no line goes through: below the level, or not. */
const [ALL_OUT, ALL_IN] = [0, 15]

/**
 * Returns the rings around all of a field that is at least `level`, by marching squares with interpolation:
 * outer ones counter-clockwise, holes clockwise where x grows to the right and y upwards. What reaches the
 * edge of the field ends there.
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
 * Returns the edge at which each line leaves a mesh, where it enters the next, by the edge at which it
 * enters. Around the field is one more line of crossings, all below the level. Each crossing of these has two
 * edges: `2 * crossing` to its right, and one more upwards.
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
    // Counter-clockwise from the lower left. The last of each row, with the first of the next, is all out.
    const corners = [at, at + 1, at + width + 1, at + width]
    let state = 0
    for (let i = 0; i < 4; i += 1) state |= (isIn[corners[i] as number] as number) << i
    if (state === ALL_OUT || state === ALL_IN) continue
    const edges = [2 * at, 2 * (at + 1) + 1, 2 * (at + width), 2 * at + 1]
    const isCornerIn = (corner: number) => (state & (1 << (corner % 4))) !== 0
    // A line enters where the corners get out, and leaves where they get in again.
    for (let side = 0; side < 4; side += 1) {
      if (!isCornerIn(side) || isCornerIn(side + 1)) continue
      let other = side + 1
      while (!isCornerIn(other + 1)) other += 1
      next.set(edges[side] as number, edges[other % 4] as number)
    }
  }
  return next
}

/** Returns where the level is on an edge. One that leaves the field has no length. */
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
