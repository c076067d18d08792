import type { ElementSet, Tally } from '@space-data/core/debris'
import { describe, expect, it } from 'vitest'
import { greenwichSiderealTime } from '../../../packages/charts/src/sidereal-time.ts'
import {
  QUINTIC_WIDTH,
  writeQuinticHermite,
} from '../../../packages/core/src/features/debris/density/quintic.ts'
import {
  binCounts,
  cellIndex,
  defaultGrid,
  shellIndexAt,
} from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import {
  addTally,
  checkConservation,
  emptyTally,
  tallySlice,
} from '../../../packages/core/src/features/debris/density/tally.ts'
import {
  objectTypeFromName,
  objectTypes,
} from '../../../packages/core/src/features/objects/elements/element-set.ts'
import { writeKnots } from '../../../packages/core/src/features/objects/orbit/propagate.ts'
import { KNOT_COUNT, KNOT_WIDTH } from '../../../packages/core/src/features/objects/orbit/sampling.ts'
import { hashOf, mulberry32, objectAt, syntheticObjects, T0 } from './catalogues.ts'

const objects = [
  ...syntheticObjects(300, 7),
  objectAt({ perigeeKm: 160, bstarPerEarthRadius: 0.02, name: 'GAMMA DEB' }),
  objectAt({ perigeeKm: 800, eccentricity: Number.NaN }),
]
const some = objects.slice(-100)
const whole = tallySlice({ elementSets: objects, t0: T0, grid: defaultGrid })

describe('the slices of a run', () => {
  it.each([1, 7, 150, 302])('of %i objects add up to the same counters', (size) => {
    expect(hashOf(mapInBatches(objects, size))).toBe(hashOf(whole))
  })

  it.each([1, 2, 3])('in a shuffled order add up to the same counters (seed %i)', (seed) => {
    expect(hashOf(mapInBatches(shuffled(objects, seed), 41))).toBe(hashOf(whole))
  })

  it('of another grid or day in between do not change the counters', () => {
    const hashBefore = hashOf(tallySlice({ elementSets: some, t0: T0, grid: defaultGrid }))
    const dayBefore = tallySlice({ elementSets: some, t0: T0 - 86_400_000, grid: defaultGrid })
    expect(hashOf(dayBefore)).not.toBe(hashBefore)
    tallySlice({ elementSets: some, t0: T0, grid: { ...defaultGrid, binDeg: 5 } })
    expect(hashOf(tallySlice({ elementSets: some, t0: T0, grid: defaultGrid }))).toBe(hashBefore)
  })

  it('have the same bytes on every runtime', () => {
    expect(hashOf(whole).slice(0, 16)).toBe('52b5f0195eafc4c4')
  })

  it('have no samples when there are no objects', () => {
    expect(hashOf(tallySlice({ elementSets: [], t0: T0, grid: defaultGrid }))).toBe(
      hashOf(emptyTally(defaultGrid)),
    )
  })

  it('are added only for one grid', () => {
    expect(() => addTally(emptyTally(defaultGrid), emptyTally({ ...defaultGrid, binDeg: 5 }))).toThrow(
      RangeError,
    )
  })
})

describe('a tally', () => {
  it('conserves samples, and reports a loss', () => {
    const expected = 301 * 4_320
    const { inRange } = whole.stats
    expect(whole.stats).toMatchObject({ used: 301, failed: 1 })
    expect(checkConservation(whole)).toEqual({
      holds: true,
      expected,
      found: expected,
      inBins: inRange,
      inTypes: inRange,
      inKms: inRange,
    })
  })

  it.each<[string, Tally]>([
    ['a lost sample', { ...whole, stats: { ...whole.stats, lost: whole.stats.lost - 1 } }],
    ['a wrong bin', { ...whole, counts: whole.counts.map((samples, i) => samples + Number(i === 500)) }],
    ['a wrong kind', { ...whole, byType: whole.byType.map((samples, i) => samples + Number(i === 50)) }],
  ])('with %s does not conserve', (_, tally) => {
    expect(checkConservation(tally).holds).toBe(false)
  })

  it.each([defaultGrid, { minKm: 300, maxKm: 1_300, shellKm: 20, binDeg: 5 }, { ...defaultGrid, binDeg: 1 }])(
    'in $binDeg° bins from $minKm km equals one by arc functions, without lookup tables',
    (grid) => {
      const ours = tallySlice({ elementSets: some, t0: T0, grid })
      const plain = plainTally(some, grid)
      const moved = ours.counts.reduce((sum, samples, i) => sum + Math.abs(samples - plain.counts[i]!), 0)
      expect(moved).toBeLessThanOrEqual(4)
      expect([...ours.byType]).toEqual([...plain.byType])
      expect(ours.stats).toMatchObject(plain.stats)
    },
  )
})

function mapInBatches(sets: readonly ElementSet[], size: number): Tally {
  const sum = emptyTally(defaultGrid)
  for (let from = 0; from < sets.length; from += size) {
    const elementSets = sets.slice(from, from + size)
    addTally(sum, tallySlice({ elementSets, t0: T0, grid: defaultGrid }))
  }
  return sum
}

function shuffled(sets: readonly ElementSet[], seed: number): ElementSet[] {
  const random = mulberry32(seed)
  return sets
    .map((set) => ({ set, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ set }) => set)
}

/** The same samples, each sought by its angles. */
function plainTally(sets: readonly ElementSet[], grid: typeof defaultGrid) {
  const { counts, byType } = emptyTally(grid)
  const stats = { inRange: 0, below: 0, above: 0 }
  const knots = new Float64Array(KNOT_COUNT * KNOT_WIDTH)
  const quintic = new Float64Array(QUINTIC_WIDTH)
  const { rows, columns } = binCounts(grid)
  for (const set of sets) {
    const type = objectTypes.indexOf(objectTypeFromName(set.name))
    const intervals = writeKnots(set, T0, knots) - 1
    for (let sample = 0; sample < intervals * 30; sample++) {
      if (sample % 30 === 0) writeQuinticHermite(knots, sample / 30, quintic)
      const [x, y, z] = [0, 6, 12].map((axis) =>
        quintic.slice(axis, axis + 6).reduceRight((sum, c) => sum * ((sample % 30) / 30) + c, 0),
      ) as [number, number, number]
      const radius = Math.hypot(x, y, z)
      const shell = shellIndexAt(grid, radius - 6_378.137)
      if (shell === undefined) {
        stats[radius < 6_378.137 + grid.minKm ? 'below' : 'above']++
        continue
      }
      const turn = (Math.atan2(y, x) - greenwichSiderealTime(T0 + sample * 20_000)) / (2 * Math.PI)
      const column = Math.floor(((((turn + 0.5) % 1) + 1) % 1) * columns)
      const row = Math.floor((Math.asin(z / radius) / Math.PI + 0.5) * rows)
      counts[cellIndex(grid, shell, row, column)]!++
      byType[shell * 4 + type]!++
      stats.inRange++
    }
  }
  return { counts, byType, stats }
}
