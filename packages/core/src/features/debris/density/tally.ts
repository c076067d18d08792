import type { CustomGroups } from '#features/debris/custom-groups/custom-groups'
import {
  type CustomGrid,
  type CustomSamples,
  emptySamples,
} from '#features/debris/custom-groups/custom-shell'
import { addCells, createCellCounter } from '#features/debris/density/cell-counter'
import { binCounts, type ShellGrid, shellCount } from '#features/debris/density/shell-grid'
import { clearedSampler, type ShellSampler } from '#features/debris/density/shell-sampler'
import {
  type ElementSet,
  objectTypeFromName,
  objectTypes,
  perigeeKm,
} from '#features/objects/elements/element-set'
import { writeKnots } from '#features/objects/orbit/propagate'
import {
  KNOT_COUNT,
  KNOT_WIDTH,
  SAMPLES_PER_INTERVAL,
  SAMPLES_PER_OBJECT,
} from '#features/objects/orbit/sampling'

/** A slice of a run: some objects, 24 hours from `t0` in epoch milliseconds, and the grid. */
export interface SliceTask {
  readonly elementSets: readonly ElementSet[]
  /**
   * Type of each object: 0 payload, 1 rocket body, 2 debris, 3 unknown.
   * @default Derived from its name.
   */
  readonly types?: Uint8Array
  readonly t0: number
  readonly grid: ShellGrid
  /** The custom shells, and the objects that each counts. @default None */
  readonly custom?: CustomGroups
}

/** Sample counts of a slice. Counts are integers, so that slices add up to the same bytes in any order. */
export interface Tally {
  /** By shell, then latitude from south to north, then longitude from west to east. */
  readonly counts: Uint32Array
  /** By shell, then object type: payload, rocket body, debris, unknown. */
  readonly byType: Uint32Array
  /** By km of altitude from the lowest shell up, then object type. */
  readonly byKm: Uint32Array
  /** Samples of each custom shell, in their order. */
  readonly custom: readonly CustomSamples[]
  readonly stats: TallyStats
}

/** Totals of a tally: `used × samples per object = inRange + below + above + lost`, exactly. */
export interface TallyStats {
  /** Objects propagated. */
  readonly used: number
  /** Objects whose elements SGP4 rejects. */
  readonly failed: number
  readonly inRange: number
  readonly below: number
  readonly above: number
  /** Samples after propagation failed. */
  readonly lost: number
}

/**
 * Propagates and samples the objects of a slice. Pure, and independent of how objects are divided into
 * slices.
 */
export function tallySlice({ elementSets, types, t0, grid, custom = NO_GROUPS }: SliceTask): Tally {
  const sampler = clearedSampler(grid, t0, objectTypes.length)
  const counter = createCellCounter(grid, custom.grids)
  const knots = new Float64Array(KNOT_COUNT * KNOT_WIDTH)
  let used = 0
  let lost = 0
  let farAbove = 0
  let shells: Uint16Array = NO_SHELLS
  let typeOfCells = 0
  for (const [i, elementSet] of elementSets.entries()) {
    if (isAlwaysAboveGrid(elementSet, grid)) {
      used++
      farAbove += SAMPLES_PER_OBJECT
      continue
    }
    const intervals = writeKnots(elementSet, t0, knots) - 1
    if (intervals < 0) continue
    const type = types?.[i] ?? objectTypes.indexOf(objectTypeFromName(elementSet.name))
    const shellsOfObject = custom.shellsByGroup[custom.groups[i]!] ?? NO_SHELLS
    if (shellsOfObject !== shells || type !== typeOfCells) {
      addCells(counter, shells, typeOfCells, sampler.byKm)
      shells = shellsOfObject
      typeOfCells = type
    }
    farAbove += sampler.sampleObject(knots, intervals, type, shells.length > 0 ? counter.cells : NO_CELLS)
    used++
    lost += SAMPLES_PER_OBJECT - intervals * SAMPLES_PER_INTERVAL
  }
  addCells(counter, shells, typeOfCells, sampler.byKm)
  const failed = elementSets.length - used
  return { ...toTally(sampler, { used, failed, lost, farAbove }), custom: counter.samples }
}

const NO_GROUPS: CustomGroups = { grids: [], groups: new Uint32Array(), shellsByGroup: [] }
const NO_SHELLS = new Uint16Array()
const NO_CELLS = new Uint32Array()

/** Upper bound of the decrease of a perigee while an element set is usable. */
const MAX_PERIGEE_SHIFT_KM = 1_000

/** Returns whether the perigee is too high for any sample to be in range. Such objects are not propagated. */
function isAlwaysAboveGrid(elementSet: ElementSet, { maxKm }: ShellGrid): boolean {
  return elementSet.ephemerisType === 0 && perigeeKm(elementSet) > maxKm + MAX_PERIGEE_SHIFT_KM
}

/** Returns a tally without samples. */
export function emptyTally(grid: ShellGrid, customGrids: readonly CustomGrid[] = []): Tally {
  const { rows, columns } = binCounts(grid)
  const shells = shellCount(grid)
  return {
    counts: new Uint32Array(shells * rows * columns),
    byType: new Uint32Array(shells * objectTypes.length),
    byKm: new Uint32Array((grid.maxKm - grid.minKm) * objectTypes.length),
    custom: customGrids.map(emptySamples),
    stats: { used: 0, failed: 0, inRange: 0, below: 0, above: 0, lost: 0 },
  }
}

/**
 * Adds a tally to another of the same grid and the same custom shells, in place: the arrays have megabytes.
 * @throws RangeError if the grids or the custom shells differ.
 */
export function addTally(into: Tally, from: Tally): void {
  if (into.custom.length !== from.custom.length) throw new RangeError('tallies of different custom shells')
  addCounts(into.counts, from.counts)
  addCounts(into.byType, from.byType)
  addCounts(into.byKm, from.byKm)
  for (const [shell, { counts, byType }] of into.custom.entries()) {
    addCounts(counts, from.custom[shell]!.counts)
    addCounts(byType, from.custom[shell]!.byType)
  }
  const stats: Record<keyof TallyStats, number> = into.stats
  for (const name of Object.keys(stats) as (keyof TallyStats)[]) stats[name] += from.stats[name]
}

/**
 * Checks that every sample is accounted for: `used × samples per object` equals `inRange + below + above +
 * lost`, and the sums of all bins, and of all types by shell and by km, equal `inRange`. A run that fails is
 * not published.
 */
export function checkConservation({ counts, byType, byKm, custom, stats }: Tally) {
  const expected = stats.used * SAMPLES_PER_OBJECT
  const found = stats.inRange + stats.below + stats.above + stats.lost
  const [inBins, inTypes, inKms] = [totalCount(counts), totalCount(byType), totalCount(byKm)]
  const isWhole = [inBins, inTypes, inKms].every((total) => total === stats.inRange)
  const holds = expected === found && isWhole && custom.every(isBalanced)
  return { holds, expected, found, inBins, inTypes, inKms }
}

/** Returns whether the bands of each altitude step add up to its types. */
function isBalanced({ counts, byType }: CustomSamples): boolean {
  const steps = byType.length / objectTypes.length
  const bands = counts.length / steps
  return Array.from({ length: steps }, (_, step) => step).every((step) => {
    const types = byType.subarray(step * objectTypes.length, (step + 1) * objectTypes.length)
    return totalCount(counts.subarray(step * bands, (step + 1) * bands)) === totalCount(types)
  })
}

/** Converts the counters to a tally without custom shells. The extra shells become two totals. */
function toTally(
  { counts, byKm, types, rows, columns, shellKm, topShell }: ShellSampler,
  { used, failed, lost, farAbove }: { used: number; failed: number; lost: number; farAbove: number },
): Omit<Tally, 'custom'> {
  const bins = rows * columns
  const inBins = counts.slice(bins, -bins)
  const below = totalCount(counts.subarray(0, bins))
  const above = totalCount(counts.subarray(-bins)) + farAbove
  const byKmInRange = new Uint32Array((topShell - 1) * shellKm * types)
  const byType = new Uint32Array((topShell - 1) * types)
  for (let km = shellKm; km < topShell * shellKm; km++) {
    for (let type = 0; type < types; type++) {
      const count = byKm[type * (topShell * shellKm + 1) + km]!
      byKmInRange[(km - shellKm) * types + type] = count
      byType[(Math.floor(km / shellKm) - 1) * types + type]! += count
    }
  }
  return {
    counts: inBins,
    byType,
    byKm: byKmInRange,
    stats: { used, failed, inRange: totalCount(inBins), below, above, lost },
  }
}

function addCounts(into: Uint32Array, from: Uint32Array): void {
  if (into.length !== from.length) throw new RangeError('tallies of different grids')
  for (let i = 0; i < into.length; i++) into[i]! += from[i]!
}

function totalCount(counts: Uint32Array): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += counts[i]!
  return sum
}
