import { type ElementSet, readElementSets } from '@space-data/core/debris'
import {
  catalogueOfDays,
  families,
  formatOmmCsv,
  sampleCatalogue,
  syntheticCatalogue,
  withSyntheticYears,
} from '@space-data/sample'
import { describe, expect, it } from 'vitest'
import {
  apogeeKm,
  objectTypeFromName,
  perigeeKm,
} from '../../../packages/core/src/features/objects/elements/element-set.ts'
import { orInSoak } from '../../support/tier.ts'

const DAY = 86_400_000
const AT = Date.UTC(2026, 10, 21, 3, 17)
const OBJECTS = orInSoak(10_000, 30_000)
const { elementSets, refused } = readElementSets(formatOmmCsv(syntheticCatalogue(OBJECTS, AT)))

describe('the synthetic catalogue', () => {
  it('has the requested number of usable objects without duplicates', () => {
    expect([elementSets.length, refused]).toEqual([OBJECTS, 0])
    expect(new Set(elementSets.map(({ noradId }) => noradId)).size).toBe(OBJECTS)
    expect(elementSets.every(({ internationalDesignator: id }) => /^\d{4}-\d{3}[A-Z]{3}$/.test(id!))).toBe(
      true,
    )
  })

  it('is constant for a day, count and seed, and differs by seed', () => {
    const text = (seed?: number) => formatOmmCsv(syntheticCatalogue(500, AT, seed))
    expect(text()).toBe(text(1))
    expect(text(2)).not.toBe(text())
  })

  it('replaces twelve objects per day and keeps all other orbits', () => {
    const [today, tomorrow] = [AT, AT + DAY].map(
      (at) => new Map(syntheticCatalogue(500, at).map((object) => [object.NORAD_CAT_ID, object])),
    )
    const kept = [...today!.values()].filter(({ NORAD_CAT_ID }) => tomorrow!.has(NORAD_CAT_ID))
    expect(kept).toHaveLength(488)
    for (const { OBJECT_ID, MEAN_MOTION, ECCENTRICITY, INCLINATION, NORAD_CAT_ID } of kept)
      expect(tomorrow!.get(NORAD_CAT_ID)).toMatchObject({ OBJECT_ID, MEAN_MOTION, ECCENTRICITY, INCLINATION })
  })

  it('has twelve objects of one launch more each day, and loses objects of low orbits', () => {
    const days = [AT, AT + DAY].map((at) => syntheticCatalogue(OBJECTS, at))
    const [before, after] = days.map((objects) => new Set(objects.map(({ NORAD_CAT_ID }) => NORAD_CAT_ID)))
    const added = days[1]!.filter(({ NORAD_CAT_ID }) => !before!.has(NORAD_CAT_ID))
    const removed = days[0]!.filter(({ NORAD_CAT_ID }) => !after!.has(NORAD_CAT_ID))
    expect([added.length, removed.length]).toEqual([12, 12])
    expect(new Set(added.map(({ OBJECT_ID }) => OBJECT_ID.slice(0, 8))).size).toBe(1)
    expect(new Set(removed.map(({ OBJECT_ID }) => OBJECT_ID.slice(0, 8))).size).toBeGreaterThan(2)
    for (const { MEAN_MOTION } of removed) expect(MEAN_MOTION).toBeGreaterThan(15)
    const highest = Math.max(...before!)
    for (const { NORAD_CAT_ID } of added) expect(NORAD_CAT_ID).toBeGreaterThan(highest)
  })

  it('has the distribution of the real catalogue', () => {
    const share = (test: (elementSet: ElementSet) => boolean) => elementSets.filter(test).length / OBJECTS
    const at = (from: number, to: number) => share((set) => perigeeKm(set) >= from && perigeeKm(set) < to)
    expect(families.reduce((sum, { objects }) => sum + objects, 0)).toBe(33_710)
    expect(at(480, 490)).toBeCloseTo(3_476 / 33_710, 2)
    expect(at(770, 850)).toBeCloseTo(3_357 / 33_710, 2)
    expect(at(35_500, 36_000)).toBeCloseTo(991 / 33_710, 2)
    expect(share((set) => Math.abs(set.inclinationDeg - 53) < 1)).toBeCloseTo(5_037 / 33_710, 2)
    expect(share((set) => apogeeKm(set) - perigeeKm(set) > 12_500)).toBeCloseTo(2_361 / 33_710, 2)
  })

  it('has the object kinds of the real catalogue in the same shares', () => {
    const share = (type: string) =>
      elementSets.filter(({ name }) => objectTypeFromName(name) === type).length / OBJECTS
    expect(share('payload')).toBeCloseTo(0.51, 1)
    expect(share('debris')).toBeCloseTo(0.39, 1)
    expect(share('rocket_body')).toBeCloseTo(0.08, 1)
    expect(share('unknown')).toBeGreaterThan(0)
  })

  it('has mostly recent epochs, and 2 % older than a month', () => {
    const ages = elementSets.map(({ epoch }) => (AT - Date.parse(epoch)) / DAY)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(ages.filter((age) => age < 3).length / OBJECTS).toBeCloseTo(0.94, 1)
    expect(ages.filter((age) => age > 30).length / OBJECTS).toBeCloseTo(0.02, 2)
  })
})

describe('the sample', () => {
  it('has the same catalogue for manual runs and, by launch year, for nightly runs', {
    timeout: 30_000,
  }, async () => {
    const elsewhere = () => Promise.resolve(new Response('elsewhere'))
    const ask = withSyntheticYears(elsewhere, () => AT)
    const url = 'https://celestrak.org/NORAD/elements/gp.php?FORMAT=csv&INTDES='
    const years: ElementSet[] = []
    const step = orInSoak(6, 1)
    for (let year = 1957; year <= 2026; year += step) {
      const answer = await ask(`${url}${year}`)
      if (answer.ok) years.push(...readElementSets(await answer.text()).elementSets)
      else expect([answer.status, await answer.text()]).toEqual([404, 'No GP data found'])
    }
    const inOrder = (sets: Iterable<ElementSet>) =>
      JSON.stringify([...sets].sort((a, b) => a.noradId - b.noradId))
    const isTried = ({ internationalDesignator: id }: ElementSet) =>
      (Number(id?.slice(0, 4)) - 1957) % step === 0
    expect(years.length).toBeGreaterThan(3_000)
    expect(inOrder(years) === inOrder([...sampleCatalogue(AT).elementSets].filter(isTried))).toBe(true)
    expect(await (await ask(`${url}1998-067`)).text()).toBe('elsewhere')
  })

  it('has the objects of each day in a row of days, and none is stale for being in the row', () => {
    // After 15 days all are renewed.
    const [count, compared] = orInSoak([15, [14]], [17, [0, 1, 14, 16]])
    const days = Array.from({ length: count }, (_, i) => AT + i * DAY)
    const ages = (at: number, { elementSets }: Pick<ReturnType<typeof sampleCatalogue>, 'elementSets'>) =>
      [...elementSets]
        .sort((a, b) => a.noradId - b.noradId)
        .map(({ noradId, meanMotionRevPerDay: n, epoch }) =>
          [noradId, n, at - Date.parse(epoch) > 30 * DAY].join(),
        )
    const inRow = [...catalogueOfDays(days)]
    for (const i of compared)
      expect(ages(days[i]!, inRow[i]!)).toEqual(ages(days[i]!, sampleCatalogue(days[i]!)))
  })
})
