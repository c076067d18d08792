import { greenwichSiderealTime } from '@space-data/charts/sun'
import { CELL_ROWS, createBandRows } from '#features/debris/density/cell-rows'
import {
  createEdgeTable,
  diamondAngle,
  type EdgeTable,
  latitudeEdges,
  longitudeEdges,
} from '#features/debris/density/edge-table'
import { QUINTIC_WIDTH, toForwardDifferences, writeQuinticHermite } from '#features/debris/density/quintic'
import { ALTITUDE_ZERO_KM, binCounts, type ShellGrid, shellCount } from '#features/debris/density/shell-grid'
import {
  KNOT_SECONDS,
  KNOT_WIDTH,
  SAMPLES_PER_INTERVAL,
  SAMPLES_PER_OBJECT,
} from '#features/objects/orbit/sampling'

/**
 * Counters of a slice, and the function that counts an object. An extra shell below the first and one above
 * the last count samples out of range.
 */
export interface ShellSampler {
  /** By shell, row and column. */
  readonly counts: Uint32Array
  /** By km of altitude and object type; the last km contains the whole extra shell above. */
  readonly byKm: Uint32Array
  readonly types: number
  readonly rows: number
  readonly columns: number
  readonly shellKm: number
  /** Index of the extra shell above the last. */
  readonly topShell: number
  readonly sampleObject: SampleObject
}

/**
 * Counts the samples of an object over the first `intervals` intervals between knots.
 *
 * @param type Index of the object type.
 * @param cells Counters by cells for custom shells; empty if there are none.
 * @returns Number of samples skipped because they were too far above the grid.
 */
type SampleObject = (knots: Float64Array, intervals: number, type: number, cells: Uint32Array) => number

/** A sampler with the lookup tables of its grid. */
interface SamplerTables extends Omit<ShellSampler, 'sampleObject'> {
  /** Index of the first bin of the shell that contains each km of altitude. */
  readonly binOfKm: Uint32Array
  /** Radius of the lower edge of the extra shell below the first. */
  readonly bottomKm: number
  readonly latitudes: EdgeTable
  /** First bin and row of cells of each band of `latitudes`. */
  readonly binOfBand: Uint32Array
  readonly cellRow: Uint8Array
  readonly longitudes: EdgeTable
  /** Cosine and sine of Greenwich sidereal time for each sample. */
  readonly meridian: Float64Array
  readonly quintic: Float64Array
}

/** Longest distance travelled in half an interval by an object bound to the Earth: 300 s at 11.2 km/s. */
const MAX_TRAVEL_KM = 3_400
const STEP = 1 / SAMPLES_PER_INTERVAL

/** The sampler of the last slice. */
let last: { key: string; t0: number; tables: SamplerTables; sampler: ShellSampler } | undefined

/**
 * Returns a sampler with all counters at 0. It is valid until the next call, as slices of one grid share it.
 * If a thread creates only one `sampleObject`, V8 compiles the addresses and lengths of the tables into the
 * loop, which saves a fifth of the time of a tally.
 *
 * @param t0 Start of the 24 hours in epoch milliseconds.
 * @param types Number of object types.
 */
export function clearedSampler(grid: ShellGrid, t0: number, types: number): ShellSampler {
  const key = JSON.stringify([grid, types])
  if (last?.key !== key) {
    const tables = createTables(grid, types)
    last = { key, t0: Number.NaN, tables, sampler: { ...tables, sampleObject: createSampleObject(tables) } }
  }
  const { tables, sampler } = last
  if (t0 !== last.t0) writeMeridian(t0, tables.meridian)
  last.t0 = t0
  tables.counts.fill(0)
  tables.byKm.fill(0)
  return sampler
}

function createTables(grid: ShellGrid, types: number): SamplerTables {
  const { rows, columns } = binCounts(grid)
  const shells = shellCount(grid) + 2
  const { binRow, cellRow } = createBandRows(rows)
  return {
    counts: new Uint32Array(shells * rows * columns),
    byKm: new Uint32Array(((shells - 1) * grid.shellKm + 1) * types),
    binOfKm: Uint32Array.from(
      { length: (shells - 1) * grid.shellKm + 1 },
      (_, km) => Math.floor(km / grid.shellKm) * rows * columns,
    ),
    types,
    rows,
    columns,
    shellKm: grid.shellKm,
    bottomKm: grid.minKm - grid.shellKm + ALTITUDE_ZERO_KM,
    topShell: shells - 1,
    latitudes: createEdgeTable(latitudeEdges(binRow.length)),
    binOfBand: Uint32Array.from(binRow, (row) => row * columns),
    cellRow,
    longitudes: createEdgeTable(longitudeEdges(columns)),
    meridian: new Float64Array(SAMPLES_PER_OBJECT * 2),
    quintic: new Float64Array(QUINTIC_WIDTH),
  }
}

function createSampleObject(tables: SamplerTables): SampleObject {
  /**
   * One long loop, because engines that optimise a running loop may fall back to slow code between two calls.
   * Values of `tables` are copied to local variables, as V8 compiles only those in as constants.
   */
  function sampleObject(knots: Float64Array, intervals: number, type: number, cells: Uint32Array): number {
    const { counts, byKm, binOfKm, shellKm, bottomKm, topShell, meridian, quintic: q } = tables
    const { cells: bandCells, next: nextBand, cellsPerUnit: bandScale } = tables.latitudes
    const { cells: columnCells, next: nextColumn, cellsPerUnit: columnScale } = tables.longitudes
    const { binOfBand, cellRow } = tables
    const topKm = topShell * shellKm
    const kmOfType = type * (topKm + 1)
    const countsCells = cells.length > 0
    const outOfReach = (bottomKm + shellKm * topShell + MAX_TRAVEL_KM) ** 2
    const samples = SAMPLES_PER_INTERVAL
    let farAbove = 0
    for (let from = 0; from < intervals; from++) {
      if (radiusSquared(knots, from) > outOfReach && radiusSquared(knots, from + 1) > outOfReach) {
        farAbove += SAMPLES_PER_INTERVAL
        continue
      }
      writeQuinticHermite(knots, from, q)
      toForwardDifferences(q, STEP)
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
      const end = (from + 1) * samples * 2
      for (let at = end - samples * 2; at < end; at += 2) {
        const radius = Math.sqrt(x * x + y * y + z * z)
        // On integers, as `Math.min` and `Math.max` on doubles take longer than the square root.
        const km = Math.min(Math.max((radius - bottomKm) | 0, 0), topKm)
        const sine = z / radius
        // Without a branch, which would wait for the root and the division. Together with the integers, this
        // saves 15 % of the time of a tally.
        let band = bandCells[((sine + 1) * bandScale) | 0]!
        band += +(sine >= nextBand[band]!)
        const cosTheta = meridian[at]!
        const sinTheta = meridian[at + 1]!
        const angle = diamondAngle(x * cosTheta + y * sinTheta, y * cosTheta - x * sinTheta)
        let column = columnCells[((angle + 2) * columnScale) | 0]!
        column += +(angle >= nextColumn[column]!)
        const cell = (binOfKm[km]! + binOfBand[band]! + column) | 0
        counts[cell]!++
        if (countsCells) {
          const fine = km * CELL_ROWS + cellRow[band]!
          cells[fine]!++
        } else {
          const kind = kmOfType + km
          byKm[kind]!++
        }
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
  return sampleObject
}

function radiusSquared(knots: Float64Array, knot: number): number {
  const at = knot * KNOT_WIDTH
  return knots[at]! ** 2 + knots[at + 1]! ** 2 + knots[at + 2]! ** 2
}

/** Writes cosine and sine of Greenwich sidereal time for each sample. */
function writeMeridian(t0: number, meridian: Float64Array): void {
  const stepMs = (KNOT_SECONDS * 1_000) / SAMPLES_PER_INTERVAL
  for (let sample = 0; sample < SAMPLES_PER_OBJECT; sample++) {
    const angle = greenwichSiderealTime(t0 + sample * stepMs)
    meridian[sample * 2] = Math.cos(angle)
    meridian[sample * 2 + 1] = Math.sin(angle)
  }
}
