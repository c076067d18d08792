import type { CustomSamples, CustomShell } from '#orbit/custom-shell'
import { type ElementSet, objectTypeFromName, objectTypes, perigeeKm } from '#orbit/element-set'
import { KNOT_COUNT, KNOT_WIDTH, writeKnots } from '#orbit/propagate'
import { binCounts, type ShellGrid, shellCount } from '#orbit/shell-grid'
import {
  createShellSampler,
  SAMPLES_PER_INTERVAL,
  SAMPLES_PER_OBJECT,
  type ShellSampler,
  sampleObject,
} from '#orbit/shell-sampler'

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
  readonly customShells?: readonly CustomShell[]
}

/** Sample counts of a slice. Integers, so that slices add up to the same bytes in any order. */
export interface Tally {
  /** By shell, then latitude from south to north, then longitude from west to east. */
  readonly counts: Uint32Array
  /** By shell, then object type: payload, rocket body, debris, unknown. */
  readonly byType: Uint32Array
  /** One for each custom shell of the task, in their order. */
  readonly custom?: readonly CustomSamples[]
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

/** Result of checking that every sample of a tally is accounted for. */
export interface Conservation {
  readonly holds: boolean
  /** `used × samples per object`. */
  readonly expected: number
  /** `inRange + below + above + lost`. */
  readonly found: number
  /** Sum of all bins, and of all types; each must equal `inRange`. */
  readonly inBins: number
  readonly inTypes: number
}

/**
 * Propagates and samples the objects of a slice. Pure, and independent of how objects are divided into
 * slices.
 */
export function tallySlice({ elementSets, types, t0, grid }: SliceTask): Tally {
  const sampler = createShellSampler(grid, t0, objectTypes.length)
  const knots = new Float64Array(KNOT_COUNT * KNOT_WIDTH)
  let used = 0
  let lost = 0
  let farAbove = 0
  for (const [i, elementSet] of elementSets.entries()) {
    if (isAlwaysAboveGrid(elementSet, grid)) {
      used++
      farAbove += SAMPLES_PER_OBJECT
      continue
    }
    const intervals = writeKnots(elementSet, t0, knots) - 1
    if (intervals < 0) continue
    const type = types?.[i] ?? objectTypes.indexOf(objectTypeFromName(elementSet.name))
    farAbove += sampleObject(sampler, knots, intervals, type)
    used++
    lost += SAMPLES_PER_OBJECT - intervals * SAMPLES_PER_INTERVAL
  }
  return toTally(sampler, { used, failed: elementSets.length - used, lost, farAbove })
}

/** Upper bound of how far a perigee sinks while an element set is usable. */
const MAX_PERIGEE_SHIFT_KM = 1_000

/** Returns whether the perigee is so high that no sample can be in range; such objects are not propagated. */
function isAlwaysAboveGrid(elementSet: ElementSet, { maxKm }: ShellGrid): boolean {
  return elementSet.ephemerisType === 0 && perigeeKm(elementSet) > maxKm + MAX_PERIGEE_SHIFT_KM
}

/** Returns a tally without samples. */
export function emptyTally(grid: ShellGrid): Tally {
  const { rows, columns } = binCounts(grid)
  const shells = shellCount(grid)
  return {
    counts: new Uint32Array(shells * rows * columns),
    byType: new Uint32Array(shells * objectTypes.length),
    stats: { used: 0, failed: 0, inRange: 0, below: 0, above: 0, lost: 0 },
  }
}

/** Returns the sum of two tallies of the same grid. */
export function addTally(into: Tally, from: Tally): Tally {
  const { stats } = into
  return {
    counts: addCounts(into.counts, from.counts),
    byType: addCounts(into.byType, from.byType),
    stats: {
      used: stats.used + from.stats.used,
      failed: stats.failed + from.stats.failed,
      inRange: stats.inRange + from.stats.inRange,
      below: stats.below + from.stats.below,
      above: stats.above + from.stats.above,
      lost: stats.lost + from.stats.lost,
    },
  }
}

/** Checks that every sample is accounted for; a run that fails is not published. */
export function checkConservation({ counts, byType, stats }: Tally): Conservation {
  const expected = stats.used * SAMPLES_PER_OBJECT
  const found = stats.inRange + stats.below + stats.above + stats.lost
  const [inBins, inTypes] = [totalCount(counts), totalCount(byType)]
  const holds = expected === found && inBins === stats.inRange && inTypes === stats.inRange
  return { holds, expected, found, inBins, inTypes }
}

/**
 * Converts the counters to a tally. The extra shells become two totals; each figure is counted independently.
 */
function toTally(
  { counts, byType, types, rows, columns }: ShellSampler,
  { used, failed, lost, farAbove }: { used: number; failed: number; lost: number; farAbove: number },
): Tally {
  const bins = rows * columns
  const inBins = counts.slice(bins, -bins)
  const below = totalCount(counts.subarray(0, bins))
  const above = totalCount(counts.subarray(-bins)) + farAbove
  return {
    counts: inBins,
    byType: byType.slice(types, -types),
    stats: { used, failed, inRange: totalCount(inBins), below, above, lost },
  }
}

function addCounts(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (one.length !== other.length) throw new RangeError('tallies of different grids')
  return one.map((count, i) => count + other[i]!)
}

function totalCount(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
