import { toElementRow } from '#features/objects/elements/element-fields'
import type { ElementSet } from '#features/objects/elements/element-set'
import { createRunningDigest } from '#kernel/kit/digest'

const DAY_MS = 86_400_000
/** Maximum distance from the epoch: beyond it SGP4 positions are meaningless. */
const MAX_AGE_MS = 30 * DAY_MS

/** The element sets that a run propagates, identified by their hash. */
export interface FrozenCatalogue {
  /** One set per object, in the order of catalogue numbers. */
  readonly elementSets: readonly ElementSet[]
  /** All objects of the catalogue, including objects with stale elements. */
  readonly allSets: readonly ElementSet[]
  /** Number of objects left out because their epoch is more than 30 days from `t0`. */
  readonly stale: number
  /** SHA-256 of all element sets, stale ones included, in the order of catalogue numbers. Computed on first use. */
  readonly hash: string
  /** Start of the 24 hours in epoch milliseconds. */
  readonly t0: number
}

/**
 * Selects the element sets of a run.
 *
 * @param at Start of the 24 hours in epoch milliseconds. @default The UTC day of `now` or, for an old
 *   catalogue, of its median epoch.
 */
export function freezeCatalogue(
  all: Iterable<ElementSet>,
  { at, now }: { readonly at?: number | undefined; readonly now: number },
): FrozenCatalogue {
  const ordered = newestByNumber(all)
  const epochs = ordered.map(({ epoch }) => Date.parse(epoch))
  const t0 = at ?? catalogueDay(epochs, now)
  const elementSets = ordered.filter((_, i) => Math.abs((epochs[i] ?? 0) - t0) <= MAX_AGE_MS)
  const stale = ordered.length - elementSets.length
  let hash: string | undefined
  return {
    ...{ elementSets, allSets: ordered, stale, t0 },
    get hash() {
      hash ??= hashElementSets(ordered)
      return hash
    },
  }
}

/** Returns the newest set of each object, in the order of catalogue numbers. */
function newestByNumber(all: Iterable<ElementSet>): ElementSet[] {
  const sets = [...all]
  if (sets.every((set, i) => i === 0 || set.noradId > sets[i - 1]!.noradId)) return sets
  const newest = new Map<number, ElementSet>()
  for (const elementSet of sets) {
    const known = newest.get(elementSet.noradId)
    if (!known || Date.parse(elementSet.epoch) > Date.parse(known.epoch))
      newest.set(elementSet.noradId, elementSet)
  }
  return [...newest.values()].sort((a, b) => a.noradId - b.noradId)
}

/**
 * Returns the start of the UTC day of `now`, or of the median epoch if that is too far away to propagate to
 * now.
 */
function catalogueDay(epochs: readonly number[], now: number): number {
  const sorted = Float64Array.from(epochs).sort()
  const median = sorted[Math.floor(sorted.length / 2)] ?? now
  const day = Math.abs(median - now) <= MAX_AGE_MS ? now : median
  return Math.floor(day / DAY_MS) * DAY_MS
}

function hashElementSets(elementSets: readonly ElementSet[]): string {
  const hash = createRunningDigest()
  for (const set of elementSets) hash.add(`${JSON.stringify(toElementRow(set))}\n`)
  return hash.end()
}
