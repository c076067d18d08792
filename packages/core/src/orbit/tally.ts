import { type ElementSet, objectType, objectTypes, perigeeKm } from '#orbit/element-set'
import { KNOT_COUNT, KNOT_WIDTH, writeKnots } from '#orbit/propagate'
import { binsOf, type ShellGrid, shellCountOf } from '#orbit/shell-grid'
import {
  SAMPLES_PER_INTERVAL,
  SAMPLES_PER_OBJECT,
  type ShellSampler,
  sampleObject,
  shellSampler,
} from '#orbit/shell-sampler'

/** A piece of a run: some objects, the 24 hours from `t0` (epoch milliseconds) on, and the grid. */
export interface SliceTask {
  readonly elementSets: readonly ElementSet[]
  /** What each of them is, by its place in `objectTypes`; default: as its name tells. */
  readonly types?: Uint8Array
  readonly t0: number
  readonly grid: ShellGrid
}

/** Samples of a slice, in integers, so that slices add up to the same bytes in any order. */
export interface Tally {
  /** By shell, then latitude from south to north, then longitude from west to east. */
  readonly counts: Uint32Array
  /** By shell, then kind of object in the order of `objectTypes`. */
  readonly byType: Uint32Array
  readonly stats: TallyStats
}

/** `used × samples per object = inRange + below + above + lost` holds exactly. */
export interface TallyStats {
  /** Objects that were propagated. */
  readonly used: number
  /** Objects whose elements no propagator accepts. */
  readonly failed: number
  readonly inRange: number
  readonly below: number
  readonly above: number
  /** Samples after an object's propagation broke off. */
  readonly lost: number
}

/** Whether every sample of a tally is accounted for, in integers. */
export interface Conservation {
  readonly holds: boolean
  /** `used × samples per object`. */
  readonly expected: number
  /** `inRange + below + above + lost`. */
  readonly found: number
  /** Sum of all bins, and of all kinds; each is `inRange`. */
  readonly inBins: number
  readonly inTypes: number
}

/** What a slice adds to its run: pure, and independent of which objects share a slice. */
export function tallySlice({ elementSets, types, t0, grid }: SliceTask): Tally {
  const sampler = shellSampler(grid, t0, objectTypes.length)
  const knots = new Float64Array(KNOT_COUNT * KNOT_WIDTH)
  let used = 0
  let lost = 0
  let farAbove = 0
  for (const [i, elementSet] of elementSets.entries()) {
    if (staysAbove(elementSet, grid)) {
      used++
      farAbove += SAMPLES_PER_OBJECT
      continue
    }
    const intervals = writeKnots(elementSet, t0, knots) - 1
    if (intervals < 0) continue
    const type = types?.[i] ?? objectTypes.indexOf(objectType(elementSet.name))
    farAbove += sampleObject(sampler, knots, intervals, type)
    used++
    lost += SAMPLES_PER_OBJECT - intervals * SAMPLES_PER_INTERVAL
  }
  return tallyOf(sampler, { used, failed: elementSets.length - used, lost, farAbove })
}

/** Nothing lowers a perigee by so much while an element set is fit for use. */
const PERIGEE_SHIFT_KM = 1_000

/** True for what needs no propagation: its perigee is so high that no sample can be in range. */
function staysAbove(elementSet: ElementSet, { maxKm }: ShellGrid): boolean {
  return elementSet.ephemeris_type === 0 && perigeeKm(elementSet) > maxKm + PERIGEE_SHIFT_KM
}

export function emptyTally(grid: ShellGrid): Tally {
  const { rows, columns } = binsOf(grid)
  const shells = shellCountOf(grid)
  return {
    counts: new Uint32Array(shells * rows * columns),
    byType: new Uint32Array(shells * objectTypes.length),
    stats: { used: 0, failed: 0, inRange: 0, below: 0, above: 0, lost: 0 },
  }
}

/** The sum of two tallies on one grid, as a new one; neither argument is changed. */
export function addTally(into: Tally, from: Tally): Tally {
  const { stats } = into
  return {
    counts: sumOf(into.counts, from.counts),
    byType: sumOf(into.byType, from.byType),
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

/** To be checked before a run is published. */
export function conservationOf({ counts, byType, stats }: Tally): Conservation {
  const expected = stats.used * SAMPLES_PER_OBJECT
  const found = stats.inRange + stats.below + stats.above + stats.lost
  const [inBins, inTypes] = [total(counts), total(byType)]
  const holds = expected === found && inBins === stats.inRange && inTypes === stats.inRange
  return { holds, expected, found, inBins, inTypes }
}

/** The shells before the first and after the last become two totals; every part of the sum is counted by itself. */
function tallyOf(
  { counts, byType, types, rows, columns }: ShellSampler,
  { used, failed, lost, farAbove }: { used: number; failed: number; lost: number; farAbove: number },
): Tally {
  const bins = rows * columns
  const inBins = counts.slice(bins, -bins)
  const below = total(counts.subarray(0, bins))
  const above = total(counts.subarray(-bins)) + farAbove
  return {
    counts: inBins,
    byType: byType.slice(types, -types),
    stats: { used, failed, inRange: total(inBins), below, above, lost },
  }
}

function sumOf(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (one.length !== other.length) throw new RangeError('tallies of different grids')
  return one.map((count, i) => count + other[i]!)
}

function total(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
