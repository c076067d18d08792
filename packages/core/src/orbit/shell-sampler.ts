import { diamond, type EdgeTable, edgeTable, latitudeEdges, longitudeEdges } from '#orbit/edge-table'
import { KNOT_COUNT, KNOT_SECONDS, KNOT_WIDTH, siderealAngle } from '#orbit/propagate'
import { QUINTIC_WIDTH, writeQuintic } from '#orbit/quintic'
import { ALTITUDE_ZERO_KM, binsOf, type ShellGrid, shellCountOf } from '#orbit/shell-grid'

/** Samples between two knots, the first knot included. */
export const SAMPLES_PER_INTERVAL = 30
/** Samples per object: one every 20 s of a day. */
export const SAMPLES_PER_OBJECT = SAMPLES_PER_INTERVAL * (KNOT_COUNT - 1)

/** Counters of a slice, and the tables by which samples find theirs. */
export interface ShellSampler {
  readonly counts: Uint32Array
  readonly byType: Uint32Array
  inRange: number
  below: number
  above: number
  readonly bounds: Bounds
  readonly latitudes: EdgeTable
  readonly longitudes: EdgeTable
  /** Cosine and sine of the Greenwich meridian's angle, sample by sample. */
  readonly turns: Float64Array
  readonly quintic: Float64Array
}

interface Bounds {
  readonly lowest: number
  readonly highest: number
  readonly shellKm: number
  readonly rows: number
  readonly columns: number
  readonly types: number
}

/** Further than anything bound to the Earth moves in half an interval: 300 s at 11.2 km/s. */
const REACH_KM = 3_400
const STEP = 1 / SAMPLES_PER_INTERVAL

export function shellSampler(grid: ShellGrid, t0: number, types: number): ShellSampler {
  const { rows, columns } = binsOf(grid)
  const lowest = grid.minKm + ALTITUDE_ZERO_KM
  const highest = grid.maxKm + ALTITUDE_ZERO_KM
  return {
    counts: new Uint32Array(shellCountOf(grid) * rows * columns),
    byType: new Uint32Array(shellCountOf(grid) * types),
    inRange: 0,
    below: 0,
    above: 0,
    bounds: { lowest, highest, shellKm: grid.shellKm, rows, columns, types },
    latitudes: edgeTable(latitudeEdges(rows)),
    longitudes: edgeTable(longitudeEdges(columns)),
    turns: rotation(t0),
    quintic: new Float64Array(QUINTIC_WIDTH),
  }
}

/** Counts the samples from a knot up to the next, for an object of the kind `type`. */
export function sampleInterval(sampler: ShellSampler, knots: Float64Array, from: number, type: number): void {
  const { counts, byType, turns, quintic: q } = sampler
  const { lowest, highest, shellKm, rows, columns, types } = sampler.bounds
  const outOfReach = (highest + REACH_KM) ** 2
  if (squared(knots, from) > outOfReach && squared(knots, from + 1) > outOfReach) {
    sampler.above += SAMPLES_PER_INTERVAL
    return
  }
  writeQuintic(knots, from, q)
  const [x0, x1, x2, x3, x4, x5] = [q[0]!, q[1]!, q[2]!, q[3]!, q[4]!, q[5]!]
  const [y0, y1, y2, y3, y4, y5] = [q[6]!, q[7]!, q[8]!, q[9]!, q[10]!, q[11]!]
  const [z0, z1, z2, z3, z4, z5] = [q[12]!, q[13]!, q[14]!, q[15]!, q[16]!, q[17]!]
  const { cells: rowCells, next: nextRow, cellsPerUnit: rowScale } = sampler.latitudes
  const { cells: columnCells, next: nextColumn, cellsPerUnit: columnScale } = sampler.longitudes
  let below = 0
  let above = 0
  let turn = from * SAMPLES_PER_INTERVAL * 2
  for (let sample = 0; sample < SAMPLES_PER_INTERVAL; sample++, turn += 2) {
    const u = sample * STEP
    const x = x0 + u * (x1 + u * (x2 + u * (x3 + u * (x4 + u * x5))))
    const y = y0 + u * (y1 + u * (y2 + u * (y3 + u * (y4 + u * y5))))
    const z = z0 + u * (z1 + u * (z2 + u * (z3 + u * (z4 + u * z5))))
    const radius = Math.sqrt(x * x + y * y + z * z)
    if (radius < lowest) {
      below++
    } else if (radius >= highest) {
      above++
    } else {
      const shell = ((radius - lowest) / shellKm) | 0
      const sine = z / radius
      let row = rowCells[((sine + 1) * rowScale) | 0]!
      if (sine >= nextRow[row]!) row++
      const cosTurn = turns[turn]!
      const sinTurn = turns[turn + 1]!
      const angle = diamond(x * cosTurn + y * sinTurn, y * cosTurn - x * sinTurn)
      let column = columnCells[((angle + 2) * columnScale) | 0]!
      if (angle >= nextColumn[column]!) column++
      const cell = (shell * rows + row) * columns + column
      counts[cell] = (counts[cell]! + 1) | 0
      const kind = shell * types + type
      byType[kind] = (byType[kind]! + 1) | 0
    }
  }
  sampler.below += below
  sampler.above += above
  sampler.inRange += SAMPLES_PER_INTERVAL - below - above
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
