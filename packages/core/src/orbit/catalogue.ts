import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ElementSet } from '#orbit/element-set'

const DAY_MS = 86_400_000
/** Further from its epoch than this SGP4 says little of where an object is. */
const MAX_AGE_MS = 30 * DAY_MS

/** What of a catalogue a run propagates, frozen and named by its hash. */
export interface FrozenCatalogue {
  /** By catalogue number, one set each. */
  readonly elementSets: readonly ElementSet[]
  /** The same with the stale ones: all objects of the catalogue. */
  readonly members: readonly ElementSet[]
  /** Objects whose epoch is more than 30 days from `t0`: left out. */
  readonly stale: number
  /** Objects in all, stale ones included. */
  readonly size: number
  /** SHA-256 of all element sets, stale ones included, in the order of their numbers. */
  readonly hash: string
  /** Start of the 24 hours that are propagated, epoch milliseconds. */
  readonly t0: number
}

/** Freezes a catalogue for the 24 hours from `at` on, or for its own UTC day: today's unless it is an old one. */
export function frozenCatalogue(
  all: Iterable<ElementSet>,
  { at, now }: { readonly at?: number | undefined; readonly now: number },
): FrozenCatalogue {
  const ordered = byNumber(all)
  const t0 = at ?? ownDay(ordered, now)
  const elementSets = ordered.filter(({ epoch }) => Math.abs(Date.parse(epoch) - t0) <= MAX_AGE_MS)
  const stale = ordered.length - elementSets.length
  return { elementSets, members: ordered, stale, size: ordered.length, hash: hashOf(ordered), t0 }
}

/** The newest set of each object, in the order of their numbers. */
function byNumber(all: Iterable<ElementSet>): ElementSet[] {
  const newest = new Map<number, ElementSet>()
  for (const elementSet of all) {
    const known = newest.get(elementSet.norad_id)
    if (!known || Date.parse(elementSet.epoch) > Date.parse(known.epoch))
      newest.set(elementSet.norad_id, elementSet)
  }
  return [...newest.values()].sort((a, b) => a.norad_id - b.norad_id)
}

/** The UTC day of `now`, or of the median epoch if propagation cannot reach from there to now. */
function ownDay(ordered: readonly ElementSet[], now: number): number {
  const epochs = ordered.map(({ epoch }) => Date.parse(epoch)).sort((a, b) => a - b)
  const median = epochs[Math.floor(epochs.length / 2)] ?? now
  const day = Math.abs(median - now) <= MAX_AGE_MS ? now : median
  return Math.floor(day / DAY_MS) * DAY_MS
}

function hashOf(ordered: readonly ElementSet[]): string {
  const hash = sha256.create()
  for (const set of ordered) {
    const { norad_id, name, international_designator, epoch, classification, ...numbers } = set
    const figures = NUMBERS.map((field) => numbers[field])
    const record = [norad_id, name, international_designator, epoch, classification, ...figures]
    hash.update(utf8ToBytes(`${JSON.stringify(record)}\n`))
  }
  return bytesToHex(hash.digest())
}

const NUMBERS = [
  'mean_motion_rev_per_day',
  'eccentricity',
  'inclination_deg',
  'raan_deg',
  'arg_of_pericenter_deg',
  'mean_anomaly_deg',
  'bstar_per_earth_radius',
  'mean_motion_dot_rev_per_day2',
  'mean_motion_ddot_rev_per_day3',
  'element_set_no',
  'rev_at_epoch',
  'ephemeris_type',
] as const
