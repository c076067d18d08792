import type { Tally } from '@space-data/core/debris'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ObjectTraits } from '../../../packages/core/src/features/debris/custom-groups/custom-filter.ts'
import {
  groupObjects,
  orderByGroup,
  selectGroups,
} from '../../../packages/core/src/features/debris/custom-groups/custom-groups.ts'
import {
  type CustomGrid,
  type CustomSamples,
  customCounts,
  type ObjectFilter,
} from '../../../packages/core/src/features/debris/custom-groups/custom-shell.ts'
import {
  defaultGrid,
  type ShellGrid,
  shellIndexAt,
} from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import {
  addTally,
  checkConservation,
  emptyTally,
  tallySlice,
} from '../../../packages/core/src/features/debris/density/tally.ts'
import { objectTypes } from '../../../packages/core/src/features/objects/elements/element-set.ts'
import { runs } from '../../support/tier.ts'
import { hashOf, objectAt, quantile, syntheticObjects, T0 } from './catalogues.ts'
import { timeSouthOf } from './oracle-residence.ts'
import { samplesOf } from './samples.ts'

const objects = [...syntheticObjects(60, 11), objectAt({ perigeeKm: 160, bstarPerEarthRadius: 0.02 })]
const OWNERS = ['US', 'CIS', 'PRC', null]
const traits: readonly ObjectTraits[] = objects.map(({ inclinationDeg }, i) => ({
  objectType: objectTypes[i % objectTypes.length]!,
  owner: OWNERS[i % OWNERS.length]!,
  inclinationDeg,
  constellation: i % 7 === 0 ? ['STARLINK', 'ONEWEB'][i % 2]! : null,
}))
const types = Uint8Array.from(traits, ({ objectType }) => objectTypes.indexOf(objectType))
const standard = tallySlice({ elementSets: objects, types, t0: T0, grid: defaultGrid })

const everywhere = { latitudeMinDeg: -90, latitudeMaxDeg: 90, latitudeStepDeg: 180 }
const asStandard: CustomGrid = { ...everywhere, minKm: 150, maxKm: 2_010, stepKm: 10, latitudeStepDeg: 10 }

describe('a custom shell', () => {
  it.each([
    { ...defaultGrid },
    { ...defaultGrid, binDeg: 5 },
    { minKm: 300, maxKm: 1_300, shellKm: 20, binDeg: 10 },
  ])('equal to the standard shells has their counts, of $shellKm km in bins of $binDeg°', (grid) => {
    const { minKm, maxKm, shellKm, binDeg } = grid
    const same = { ...everywhere, minKm, maxKm, stepKm: shellKm, latitudeStepDeg: binDeg }
    const { counts, byType, custom } = tallyOf([{ grid: same }], grid)
    expect([...custom[0]!.byType]).toEqual([...byType])
    const columns = 360 / binDeg
    expect([...custom[0]!.counts]).toEqual(
      Array.from(custom[0]!.counts, (_, band) => sum(counts.subarray(band * columns, (band + 1) * columns))),
    )
  })

  it('leaves the standard shells as they are, on one thread or another', () => {
    const tally = tallyOf([{ grid: asStandard }, { grid: asStandard, filter: { owners: ['US'] } }])
    expect(hashOf(tally)).toBe(hashOf(standard))
    expect([...tally.byKm]).toEqual([...standard.byKm])
  })

  it('has the samples that its filter and its edges name, each looked at by itself', () => {
    fc.assert(
      fc.property(anyGrid(), anyFilter(), (grid, filter) => {
        const { counts, byType } = tallyOf([{ grid, filter }]).custom[0]!
        const plain = plainSamples(grid, filter)
        // Latitudes by an arc function may differ at an edge in the last bit.
        expect(sum(counts.map((count, cell) => Math.abs(count - plain.counts[cell]!)))).toBeLessThanOrEqual(2)
        expect([...byType].map((count, i) => Math.abs(count - plain.byType[i]!) <= 2)).not.toContain(false)
      }),
      runs(10, 40),
    )
  })

  it('is counted alike in any slices, in any order, sorted by group or not', { timeout: 60_000 }, () => {
    const shells = fc.array(fc.record({ grid: anyGrid(), filter: anyFilter() }), {
      minLength: 1,
      maxLength: 6,
    })
    const sizes = fc.integer({ min: 10, max: 61 })
    fc.assert(
      fc.property(shells, sizes, fc.boolean(), fc.boolean(), (some, size, isSorted, isReversed) => {
        const whole = tallyOf(some)
        expect(inSlices(some, size, isSorted, isReversed)).toEqual(whole)
        expect(checkConservation(whole)).toMatchObject({ holds: true })
      }),
      runs(5, 5),
    )
  })
})

describe('the parts of a whole add up to it exactly', () => {
  it('by altitude', () => {
    fc.assert(
      fc.property(fc.integer({ min: 151, max: 2_009 }), anyFilter(), (middle, filter) => {
        const whole = { ...everywhere, minKm: 150, maxKm: 2_010, stepKm: 1 }
        const parts = [
          { ...whole, maxKm: middle },
          { ...whole, minKm: middle },
        ]
        const [all, low, high] = [whole, ...parts].map((grid) => ({ grid, filter }))
        const [one, ...others] = tallyOf([all!, low!, high!]).custom
        expect(others.flatMap(({ counts }) => [...counts])).toEqual([...one!.counts])
        expect(others.flatMap(({ byType }) => [...byType])).toEqual([...one!.byType])
      }),
      runs(5, 20),
    )
  })

  it('by latitude', () => {
    fc.assert(
      fc.property(fc.integer({ min: -17, max: 17 }), fc.integer({ min: 1, max: 50 }), (fives, stepKm) => {
        const whole = { ...everywhere, minKm: 400, maxKm: 400 + 20 * stepKm, stepKm, latitudeStepDeg: 5 }
        const parts = [
          { ...whole, latitudeMaxDeg: fives * 5 },
          { ...whole, latitudeMinDeg: fives * 5 },
        ]
        const [one, south, north] = tallyOf([whole, ...parts].map((grid) => ({ grid }))).custom
        const { bands } = customCounts(parts[0]!)
        const joined = Array.from({ length: 20 }, (_, step) => [
          ...south!.counts.subarray(step * bands, (step + 1) * bands),
          ...north!.counts.subarray(step * (36 - bands), (step + 1) * (36 - bands)),
        ])
        expect(joined.flat()).toEqual([...one!.counts])
        expect(plus([south!, north!]).byType).toEqual([...one!.byType])
      }),
      runs(5, 20),
    )
  })

  it.each<{ by: string; filters: ObjectFilter[] }>([
    { by: 'type', filters: objectTypes.map((type) => ({ objectTypes: [type] })) },
    { by: 'constellation', filters: [{ constellations: 'only' }, { constellations: 'without' }] },
    {
      by: 'inclination',
      filters: [0, 30, 60, 90].map((from) => ({
        inclinationMinDeg: from,
        inclinationMaxDeg: from === 90 ? 180 : from + 30,
      })),
    },
  ])('by $by', ({ filters }) => {
    const [whole, ...parts] = tallyOf([{}, ...filters].map((filter) => ({ grid: asStandard, filter }))).custom
    expect(plus(parts)).toEqual(plus([whole!]))
    for (const part of parts) expect(sum(part.counts)).toBeGreaterThan(0)
  })

  it('by owner, but for objects whose owner is unknown', () => {
    const filters = [{}, { owners: ['US'] }, { owners: ['CIS', 'PRC'] }, { owners: ['US', 'CIS', 'PRC'] }]
    const [all, one, two, known] = tallyOf(filters.map((filter) => ({ grid: asStandard, filter }))).custom
    expect(plus([one!, two!])).toEqual(plus([known!]))
    expect(sum(all!.counts)).toBeGreaterThan(sum(known!.counts))
  })
})

describe('the samples of a custom shell', () => {
  it.each([28, 60, 90, 98])('follow the law of the arcsine on a circular orbit at %i°', (inclinationDeg) => {
    const set = objectAt({ perigeeKm: 795, inclinationDeg })
    const grid = { ...everywhere, minKm: 700, maxKm: 900, stepKm: 50, latitudeStepDeg: 5 }
    const custom = groupObjects([{ id: 'a', grid, filter: {} }], [{ ...traits[0]!, inclinationDeg }])
    const { counts } = tallySlice({ elementSets: [set], t0: T0, grid: defaultGrid, custom }).custom[0]!
    const errors = Array.from({ length: 36 }, (_, band) => {
      const found = sum(counts.filter((_, cell) => cell % 36 === band))
      const law = 4_320 * (timeSouthOf(set, band * 5 - 85) - timeSouthOf(set, band * 5 - 90))
      return Math.abs(found - law) / Math.sqrt(Math.max(found, 1))
    })
    expect(sum(counts)).toBe(4_320)
    expect(quantile(errors, 0.7)).toBeLessThan(1)
    expect(Math.max(...errors)).toBeLessThan(3)
  })

  it('scatter by less than their square root when the clock is shifted', () => {
    const many = syntheticObjects(400, 5)
    const grid = { ...asStandard, latitudeStepDeg: 5 }
    const custom = groupObjects(
      [{ id: 'a', grid, filter: {} }],
      many.map(() => traits[0]!),
    )
    const shifted = [0, 5_000, 10_000, 15_000].map(
      (ms) => tallySlice({ elementSets: many, t0: T0 + ms, grid: defaultGrid, custom }).custom[0]!.counts,
    )
    const ratios = Array.from(shifted[0]!, (_, cell) => {
      const found = shifted.map((counts) => counts[cell]!)
      const mean = sum(found) / found.length
      return { mean, ratio: sum(found.map((count) => (count - mean) ** 2)) / 3 / mean }
    }).filter(({ mean }) => mean >= 10)
    expect(ratios.length).toBeGreaterThan(500)
    expect(Math.sqrt(sum(ratios.map(({ ratio }) => ratio)) / ratios.length)).toBeLessThan(0.7)
  })
})

interface Shell {
  readonly grid: CustomGrid
  readonly filter?: ObjectFilter
}

function groupsOf(shells: readonly Shell[]) {
  const customShells = shells.map(({ grid, filter = {} }, i) => ({ id: `shell ${i}`, grid, filter }))
  return groupObjects(customShells, traits)
}

function tallyOf(shells: readonly Shell[], grid: ShellGrid = defaultGrid): Tally {
  return tallySlice({ elementSets: objects, types, t0: T0, grid, custom: groupsOf(shells) })
}

function inSlices(shells: readonly Shell[], size: number, isSorted: boolean, isReversed: boolean): Tally {
  const groups = groupsOf(shells)
  const order = isSorted ? orderByGroup(groups, types) : Uint32Array.from(objects.keys())
  const starts = Array.from({ length: Math.ceil(objects.length / size) }, (_, slice) => slice * size)
  const slices = (isReversed ? starts.reverse() : starts).map((from) => order.slice(from, from + size))
  const whole = emptyTally(defaultGrid, groups.grids)
  for (const members of slices) {
    const elementSets = Array.from(members, (object) => objects[object]!)
    const typesOfSlice = Uint8Array.from(members, (object) => types[object]!)
    const custom = selectGroups(groups, members)
    addTally(whole, tallySlice({ elementSets, types: typesOfSlice, t0: T0, grid: defaultGrid, custom }))
  }
  return whole
}

/** The same samples without grouping, sums and tables. */
function plainSamples(grid: CustomGrid, filter: ObjectFilter): CustomSamples {
  const { steps, bands } = customCounts(grid)
  const counts = new Uint32Array(steps * bands)
  const byType = new Uint32Array(steps * objectTypes.length)
  const asShells = { minKm: grid.minKm, maxKm: grid.maxKm, shellKm: grid.stepKm, binDeg: 10 }
  for (const [i, object] of traits.entries()) {
    if (!isMeant(filter, object)) continue
    for (const { altitudeKm, latitudeDeg } of samplesOf(objects[i]!)) {
      const step = shellIndexAt(asShells, altitudeKm)
      const band = Math.floor((latitudeDeg - grid.latitudeMinDeg) / grid.latitudeStepDeg)
      if (step === undefined || band < 0 || band >= bands) continue
      counts[step * bands + band]!++
      byType[step * objectTypes.length + types[i]!]!++
    }
  }
  return { counts, byType }
}

function isMeant(filter: ObjectFilter, object: ObjectTraits): boolean {
  const { objectTypes: kinds = objectTypes, owners, inclinationMinDeg = 0, inclinationMaxDeg = 181 } = filter
  return (
    kinds.includes(object.objectType) &&
    (owners ?? [object.owner]).includes(object.owner as string) &&
    object.inclinationDeg >= inclinationMinDeg &&
    object.inclinationDeg < inclinationMaxDeg &&
    (filter.constellations ?? (object.constellation !== null ? 'only' : 'without')) ===
      (object.constellation !== null ? 'only' : 'without')
  )
}

function anyGrid(): fc.Arbitrary<CustomGrid> {
  const latitudes = fc.constantFrom(5, 10, 15, 45, 180).chain((step) =>
    fc.integer({ min: 1, max: 180 / step }).chain((bands) =>
      fc.integer({ min: 0, max: (180 - bands * step) / 5 }).map((fives) => ({
        latitudeMinDeg: fives * 5 - 90,
        latitudeMaxDeg: fives * 5 - 90 + bands * step,
        latitudeStepDeg: step,
      })),
    ),
  )
  const altitudes = fc.integer({ min: 1, max: 50 }).chain((stepKm) =>
    fc.integer({ min: 1, max: Math.min(40, Math.floor(1_860 / stepKm)) }).chain((steps) =>
      fc.integer({ min: 150, max: 2_010 - steps * stepKm }).map((minKm) => {
        return { minKm, maxKm: minKm + steps * stepKm, stepKm }
      }),
    ),
  )
  return fc.tuple(altitudes, latitudes).map(([one, other]) => ({ ...one, ...other }))
}

function anyFilter(): fc.Arbitrary<ObjectFilter> {
  return fc.record(
    {
      objectTypes: fc.subarray([...objectTypes], { minLength: 1 }),
      owners: fc.subarray(['US', 'CIS', 'PRC'], { minLength: 1 }),
      inclinationMinDeg: fc.integer({ min: 0, max: 60 }),
      inclinationMaxDeg: fc.integer({ min: 61, max: 179 }),
      constellations: fc.constantFrom('only' as const, 'without' as const),
    },
    { requiredKeys: [] },
  )
}

function plus(parts: readonly CustomSamples[]): { counts: number[]; byType: number[] } {
  const add = (of: (samples: CustomSamples) => Uint32Array) =>
    Array.from(of(parts[0]!), (_, i) => sum(parts.map((part) => of(part)[i]!)))
  return { counts: add(({ counts }) => counts), byType: add(({ byType }) => byType) }
}

function sum(figures: Iterable<number>): number {
  let total = 0
  for (const figure of figures) total += figure
  return total
}
