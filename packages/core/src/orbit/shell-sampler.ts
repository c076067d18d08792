import { diamond, type EdgeTable, edgeTable, latitudeEdges, longitudeEdges } from '#orbit/edge-table'
import { KNOT_COUNT, KNOT_SECONDS, KNOT_WIDTH, siderealAngle } from '#orbit/propagate'
import { QUINTIC_WIDTH, toDifferences, writeQuintic } from '#orbit/quintic'
import { ALTITUDE_ZERO_KM, binsOf, type ShellGrid, shellCountOf } from '#orbit/shell-grid'

/** Samples between two knots, the first knot included. */
export const SAMPLES_PER_INTERVAL = 30
/** Samples per object: one every 20 s of a day. */
export const SAMPLES_PER_OBJECT = SAMPLES_PER_INTERVAL * (KNOT_COUNT - 1)

/** Counters of a slice, and the tables by which samples find theirs. */
export interface ShellSampler {
  /** By shell, row and column. The shell before the first and the one after the last hold what is out of range. */
  readonly counts: Uint32Array
  /** By shell, those two included, and kind of object. */
  readonly byType: Uint32Array
  readonly types: number
  readonly rows: number
  readonly columns: number
  readonly shellKm: number
  /** Lower edge of the shell before the first, as a radius. */
  readonly bottomKm: number
  /** Of the shell after the last. */
  readonly topShell: number
  readonly latitudes: EdgeTable
  readonly longitudes: EdgeTable
  /** Cosine and sine of the Greenwich meridian's angle, sample by sample. */
  readonly turns: Float64Array
  readonly quintic: Float64Array
}

/** Further than anything bound to the Earth moves in half an interval: 300 s at 11.2 km/s. */
const REACH_KM = 3_400
const STEP = 1 / SAMPLES_PER_INTERVAL

export function shellSampler(grid: ShellGrid, t0: number, types: number): ShellSampler {
  const { rows, columns } = binsOf(grid)
  const shells = shellCountOf(grid) + 2
  return {
    counts: new Uint32Array(shells * rows * columns),
    byType: new Uint32Array(shells * types),
    types,
    rows,
    columns,
    shellKm: grid.shellKm,
    bottomKm: grid.minKm - grid.shellKm + ALTITUDE_ZERO_KM,
    topShell: shells - 1,
    latitudes: edgeTable(latitudeEdges(rows)),
    longitudes: edgeTable(longitudeEdges(columns)),
    turns: rotation(t0),
    quintic: new Float64Array(QUINTIC_WIDTH),
  }
}

/**
 * Counts the samples of an object of the kind `type` from its first knot over `intervals`; gives how many were above
 * the grid by so far that they were not placed. One long loop, as engines that compile a loop while it runs may go
 * back to slow code between two calls.
 */
export function sampleObject(
  sampler: ShellSampler,
  knots: Float64Array,
  intervals: number,
  type: number,
): number {
  const { counts, byType, types, rows, columns, shellKm, bottomKm, topShell, turns, quintic: q } = sampler
  const { cells: rowCells, next: nextRow, cellsPerUnit: rowScale } = sampler.latitudes
  const { cells: columnCells, next: nextColumn, cellsPerUnit: columnScale } = sampler.longitudes
  const outOfReach = (bottomKm + shellKm * topShell + REACH_KM) ** 2
  let farAbove = 0
  for (let from = 0; from < intervals; from++) {
    if (squared(knots, from) > outOfReach && squared(knots, from + 1) > outOfReach) {
      farAbove += SAMPLES_PER_INTERVAL
      continue
    }
    writeQuintic(knots, from, q)
    toDifferences(q, STEP)
    let x = q[0]!
    let x1 = q[1]!
    let x2 = q[2]!
    let x3 = q[3]!
    let x4 = q[4]!
    const x5 = q[5]!
    let y = q[6]!
    let y1 = q[7]!
    let y2 = q[8]!
    let y3 = q[9]!
    let y4 = q[10]!
    const y5 = q[11]!
    let z = q[12]!
    let z1 = q[13]!
    let z2 = q[14]!
    let z3 = q[15]!
    let z4 = q[16]!
    const z5 = q[17]!
    for (let sample = 0; sample < SAMPLES_PER_INTERVAL; sample++) {
      const radius = Math.sqrt(x * x + y * y + z * z)
      const shell = Math.min(Math.max((radius - bottomKm) / shellKm, 0), topShell) | 0
      const sine = z / radius
      let row = rowCells[((sine + 1) * rowScale) | 0]!
      if (sine >= nextRow[row]!) row++
      const turn = (from * SAMPLES_PER_INTERVAL + sample) * 2
      const cosTurn = turns[turn]!
      const sinTurn = turns[turn + 1]!
      const angle = diamond(x * cosTurn + y * sinTurn, y * cosTurn - x * sinTurn)
      let column = columnCells[((angle + 2) * columnScale) | 0]!
      if (angle >= nextColumn[column]!) column++
      const cell = (shell * rows + row) * columns + column
      counts[cell]!++
      const kind = shell * types + type
      byType[kind]!++
      x += x1
      x1 += x2
      x2 += x3
      x3 += x4
      x4 += x5
      y += y1
      y1 += y2
      y2 += y3
      y3 += y4
      y4 += y5
      z += z1
      z1 += z2
      z2 += z3
      z3 += z4
      z4 += z5
    }
  }
  return farAbove
}

function squared(knots: Float64Array, knot: number): number {
  const at = knot * KNOT_WIDTH
  return knots[at]! ** 2 + knots[at + 1]! ** 2 + knots[at + 2]! ** 2
}

/** Cosine and sine of the Greenwich meridian's angle, sample by sample. */
function rotation(t0: number): Float64Array {
  const stepMs = (KNOT_SECONDS * 1_000) / SAMPLES_PER_INTERVAL
  const turns = new Float64Array(SAMPLES_PER_OBJECT * 2)
  for (let sample = 0; sample < SAMPLES_PER_OBJECT; sample++) {
    const angle = siderealAngle(t0 + sample * stepMs)
    turns[sample * 2] = Math.cos(angle)
    turns[sample * 2 + 1] = Math.sin(angle)
  }
  return turns
}
