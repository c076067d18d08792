import {
  type CustomGrid,
  type CustomSamples,
  customCounts,
  emptySamples,
} from '#features/debris/custom-groups/custom-shell'
import { CELL_DEG, CELL_ROWS } from '#features/debris/density/cell-rows'
import { type ShellGrid, shellCount } from '#features/debris/density/shell-grid'
import { objectTypes } from '#features/objects/elements/element-set'

/**
 * Samples of the current objects by cells of 1 km and 5 degrees of latitude, from which the samples of custom
 * shells are added up. The lowest and highest cells contain samples outside the grid.
 */
export interface CellCounter {
  /** By km above `bottomKm`, then latitude from south to north; zero between two groups. */
  readonly cells: Uint32Array
  /** Altitude of the lower edge of the lowest cell. */
  readonly bottomKm: number
  /** Sums of all cells below and south of an edge. */
  readonly sums: Uint32Array
  readonly grids: readonly CustomGrid[]
  readonly samples: readonly CustomSamples[]
}

/** Creates a counter for the shells of a grid with all counts at 0; without cells if `grids` is empty. */
export function createCellCounter(grid: ShellGrid, grids: readonly CustomGrid[]): CellCounter {
  const kms = grids.length === 0 ? 0 : (shellCount(grid) + 1) * grid.shellKm + 1
  return {
    cells: new Uint32Array(kms * CELL_ROWS),
    bottomKm: grid.minKm - grid.shellKm,
    sums: new Uint32Array((kms + 1) * (CELL_ROWS + 1)),
    grids,
    samples: grids.map(emptySamples),
  }
}

/**
 * Adds the cells to the counts by km and to some custom shells, and clears them.
 *
 * @param shells Indices of the custom shells.
 * @param type Index of the type of all objects that were counted.
 * @param byKm Counts by object type, then km above `bottomKm`.
 */
export function addCells(counter: CellCounter, shells: Uint16Array, type: number, byKm: Uint32Array): void {
  const { cells, bottomKm, sums, grids, samples } = counter
  if (shells.length === 0) return
  const { from, to } = touchedKm(cells)
  writeSums(cells, sums, from, to)
  const kms = byKm.length / objectTypes.length
  for (let km = from, at = CELL_ROWS; km < to; km++, at += WIDTH)
    byKm[type * kms + km]! += sums[at + WIDTH]! - sums[at]!
  cells.fill(0, from * CELL_ROWS, to * CELL_ROWS)
  for (const shell of shells) {
    const grid = grids[shell]!
    const { counts, byType } = samples[shell]!
    const { steps, bands } = customCounts(grid)
    const rowsPerBand = grid.latitudeStepDeg / CELL_DEG
    const south = (grid.latitudeMinDeg + 90) / CELL_DEG
    const bottom = grid.minKm - bottomKm
    const first = Math.max(0, Math.floor((from - bottom) / grid.stepKm))
    const end = Math.min(steps, Math.ceil((to - bottom) / grid.stepKm))
    for (let step = first; step < end; step++) {
      const lower = (clamp(bottom + step * grid.stepKm, from, to) - from) * WIDTH
      const upper = (clamp(bottom + (step + 1) * grid.stepKm, from, to) - from) * WIDTH
      let southOf = sums[upper + south]! - sums[lower + south]!
      const before = southOf
      for (let band = 0, row = south + rowsPerBand; band < bands; band++, row += rowsPerBand) {
        const southOfNext = sums[upper + row]! - sums[lower + row]!
        counts[step * bands + band]! += southOfNext - southOf
        southOf = southOfNext
      }
      byType[step * objectTypes.length + type]! += southOf - before
    }
  }
}

/** Numbers per edge of altitude in `sums`. */
const WIDTH = CELL_ROWS + 1

/** Returns the range of km that contains samples, without its upper end. */
function touchedKm(cells: Uint32Array): { from: number; to: number } {
  let first = 0
  while (first < cells.length && cells[first] === 0) first++
  let end = cells.length
  while (end > first && cells[end - 1] === 0) end--
  return { from: Math.floor(first / CELL_ROWS), to: Math.ceil(end / CELL_ROWS) }
}

/** Writes for each edge the sum of all cells below and south of it, from the edge at km `from`. */
function writeSums(cells: Uint32Array, sums: Uint32Array, from: number, to: number): void {
  sums.fill(0, 0, WIDTH)
  for (let km = from, at = WIDTH; km < to; km++, at += WIDTH) {
    let inRow = 0
    sums[at] = 0
    for (let row = 0; row < CELL_ROWS; row++) {
      inRow += cells[km * CELL_ROWS + row]!
      sums[at + row + 1] = sums[at + row + 1 - WIDTH]! + inRow
    }
  }
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to)
}
