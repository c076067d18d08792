import {
  type CollisionRates,
  collisionRatesByThickness,
  type PairRate,
  pairRates,
  ratesWithin,
} from '#features/debris/density/collision-rate'
import { shellEdgesKm } from '#features/debris/density/shell-grid'
import type { DaySummary } from '#features/debris/diff/day-summary'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { assumptions, quotedIn } from '#features/reports/collision-assumptions'
import type { MonthlyReport } from '#features/reports/report'

type Collisions = MonthlyReport['collisions']

const LISTED_SHELLS = 10

/** Returns the rates of a day, at the thickness of the shells and at others, and their components. */
export function collisionsOf(summary: DaySummary, month: string): Collisions {
  const { grid, samplesByType, collisionRates } = summary
  const own = collisionRatesByThickness(samplesByType, grid)
  const known = new Map([...collisionRates, ...own].map((rates) => [rates.binKm, rates]))
  const byBin = [...known.values()].sort((one, other) => one.binKm - other.binKm)
  const rates = known.get(grid.shellKm) ?? noRates(grid.shellKm)
  return {
    rates: toWire(rates),
    by_bin: byBin.map(toWire),
    ...sharesOf(summary),
    ...constellationsOf(summary, rates),
    assumptions: [...assumptions],
    quoted: quotedIn(month),
  }
}

/** Returns the collisions by pair of types and by shell. */
function sharesOf({ grid, samplesByType }: DaySummary): Pick<Collisions, 'by_pair' | 'by_shell'> {
  const pairs = pairRates(samplesByType, grid)
  const all = sumOf(pairs)
  const sharesBy = (key: (pair: PairRate) => string) =>
    sumsBy(pairs, key)
      .map((pair) => ({ first: pair, share: shareOf(pair.collisionsPerDay, all) }))
      .filter(({ share }) => share.collisions_per_day > 0)
      .sort((one, other) => mostFirst(one.share, other.share))
  return {
    by_pair: sharesBy(({ one, other }) => `${one} ${other}`).map(({ first, share }) => {
      return { object_type: first.one, other_object_type: first.other, ...share }
    }),
    by_shell: sharesBy(({ shell }) => String(shell))
      .slice(0, LISTED_SHELLS)
      .map(({ first, share }) => {
        const { lowerKm: altitude_min_km, upperKm: altitude_max_km } = shellEdgesKm(grid, first.shell)
        return { altitude_min_km, altitude_max_km, ...share }
      }),
  }
}

/** Returns the first pair of each key, with the collisions of all. */
function sumsBy(pairs: readonly PairRate[], key: (pair: PairRate) => string): PairRate[] {
  const sums = new Map<string, PairRate>()
  for (const pair of pairs) {
    const collisionsPerDay = (sums.get(key(pair))?.collisionsPerDay ?? 0) + pair.collisionsPerDay
    sums.set(key(pair), { ...(sums.get(key(pair)) ?? pair), collisionsPerDay })
  }
  return [...sums.values()]
}

/** Returns the collisions within constellations, and the rates without these collisions. */
function constellationsOf(
  { grid, samplesByConstellation }: DaySummary,
  all: CollisionRates,
): Pick<Collisions, 'by_constellation' | 'without_own_pairs'> {
  const within = Object.entries(samplesByConstellation).map(([constellation, samples]) => {
    const objects = samples.reduce((sum, count) => sum + count, 0) / SAMPLES_PER_OBJECT
    return { constellation, objects, rates: ratesWithin(samples, grid) }
  })
  const without = within.reduce(
    (left, { rates }) => ({
      binKm: left.binKm,
      approachesUnder1KmPerDay: left.approachesUnder1KmPerDay - rates.approachesUnder1KmPerDay,
      collisionsPerDay: left.collisionsPerDay - rates.collisionsPerDay,
    }),
    all,
  )
  return {
    by_constellation: within
      .map(({ constellation, objects, rates }) => {
        const share = shareOf(rates.collisionsPerDay, all.collisionsPerDay)
        return { constellation, objects: Number(objects.toFixed(1)), ...share }
      })
      .sort(mostFirst),
    without_own_pairs: toWire(without),
  }
}

function toWire({ binKm, approachesUnder1KmPerDay, collisionsPerDay }: CollisionRates): Collisions['rates'] {
  return {
    bin_km: binKm,
    approaches_under_1_km_per_day: Number(approachesUnder1KmPerDay.toPrecision(4)),
    no_manoeuvre_collision_days: collisionsPerDay > 0 ? Number((1 / collisionsPerDay).toPrecision(4)) : null,
  }
}

type Share = Pick<Collisions['by_pair'][number], 'collisions_per_day' | 'share_percent'>

function shareOf(collisionsPerDay: number, all: number): Share {
  return {
    collisions_per_day: Number(collisionsPerDay.toPrecision(4)),
    share_percent: all === 0 ? 0 : Number(((100 * collisionsPerDay) / all).toFixed(1)),
  }
}

const sumOf = (pairs: readonly PairRate[]) => pairs.reduce((sum, pair) => sum + pair.collisionsPerDay, 0)
const mostFirst = (one: Share, other: Share) => other.collisions_per_day - one.collisions_per_day
const noRates = (binKm: number) => ({ binKm, approachesUnder1KmPerDay: 0, collisionsPerDay: 0 })
