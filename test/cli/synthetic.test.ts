import { describe, expect, it } from 'vitest'
import { csvOf } from '../../packages/cli/src/sample/celestrak/omm.ts'
import { syntheticCatalogue } from '../../packages/cli/src/synthetic/catalogue.ts'
import { population } from '../../packages/cli/src/synthetic/population.ts'
import { sampleCatalogue, sampleYears } from '../../packages/cli/src/synthetic/sample.ts'
import {
  apogeeKm,
  type ElementSet,
  objectType,
  perigeeKm,
} from '../../packages/core/src/orbit/element-set.ts'
import { readElementSets } from '../../packages/core/src/orbit/read-element-sets.ts'

const DAY = 86_400_000
const AT = Date.UTC(2026, 10, 21, 3, 17)
const { elementSets, refused } = readElementSets(csvOf(syntheticCatalogue(30_000, AT)))

describe('the invented catalogue', () => {
  it('has as many usable objects as were asked for, each once', () => {
    expect([elementSets.length, refused]).toEqual([30_000, 0])
    expect(new Set(elementSets.map(({ norad_id }) => norad_id)).size).toBe(30_000)
    expect(elementSets.every(({ international_designator: id }) => /^\d{4}-\d{3}[A-Z]{3}$/.test(id!))).toBe(
      true,
    )
  })

  it('is the same for the same day, count and seed, and another for another seed', () => {
    const text = (seed?: number) => csvOf(syntheticCatalogue(500, AT, seed))
    expect(text()).toBe(text(1))
    expect(text(2)).not.toBe(text())
  })

  it('loses twelve objects a day and wins twelve, and keeps the orbits of the others', () => {
    const [today, tomorrow] = [AT, AT + DAY].map(
      (at) => new Map(syntheticCatalogue(500, at).map((object) => [object.NORAD_CAT_ID, object])),
    )
    const kept = [...today!.values()].filter(({ NORAD_CAT_ID }) => tomorrow!.has(NORAD_CAT_ID))
    expect(kept).toHaveLength(488)
    for (const { EPOCH: _, ...orbit } of kept) expect(tomorrow!.get(orbit.NORAD_CAT_ID)).toMatchObject(orbit)
  })

  it('flies where the real catalogue flies', () => {
    const share = (test: (elementSet: ElementSet) => boolean) => elementSets.filter(test).length / 30_000
    const at = (from: number, to: number) => share((set) => perigeeKm(set) >= from && perigeeKm(set) < to)
    expect(population.reduce((sum, { objects }) => sum + objects, 0)).toBe(33_710)
    expect(at(480, 490)).toBeCloseTo(3_476 / 33_710, 2)
    expect(at(770, 850)).toBeCloseTo(3_357 / 33_710, 2)
    expect(at(35_500, 36_000)).toBeCloseTo(991 / 33_710, 2)
    expect(share((set) => Math.abs(set.inclination_deg - 53) < 1)).toBeCloseTo(5_037 / 33_710, 2)
    expect(share((set) => apogeeKm(set) - perigeeKm(set) > 12_500)).toBeCloseTo(2_361 / 33_710, 2)
  })

  it('has names of every kind in the shares of the real one', () => {
    const share = (type: string) =>
      elementSets.filter(({ name }) => objectType(name) === type).length / 30_000
    expect(share('payload')).toBeCloseTo(0.51, 1)
    expect(share('debris')).toBeCloseTo(0.39, 1)
    expect(share('rocket_body')).toBeCloseTo(0.08, 1)
    expect(share('unknown')).toBeGreaterThan(0)
  })

  it('was mostly seen within three days, and one in fifty not for a month', () => {
    const ages = elementSets.map(({ epoch }) => (AT - Date.parse(epoch)) / DAY)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(ages.filter((age) => age < 3).length / 30_000).toBeCloseTo(0.94, 1)
    expect(ages.filter((age) => age > 30).length / 30_000).toBeCloseTo(0.02, 2)
  })
})

describe('the sample', () => {
  it('has the same catalogue for a run by hand and, by launch year, for the nightly one', {
    timeout: 30_000,
  }, async () => {
    const elsewhere = () => Promise.resolve(new Response('elsewhere'))
    const ask = sampleYears(elsewhere, () => AT)
    const url = 'https://celestrak.org/NORAD/elements/gp.php?FORMAT=csv&INTDES='
    const years: ElementSet[] = []
    for (let year = 1957; year <= 2026; year += 1) {
      const answer = await ask(`${url}${year}`)
      if (answer.ok) years.push(...readElementSets(await answer.text()).elementSets)
      else expect([answer.status, await answer.text()]).toEqual([404, 'No GP data found'])
    }
    const inOrder = (sets: Iterable<ElementSet>) =>
      JSON.stringify([...sets].sort((a, b) => a.norad_id - b.norad_id))
    expect(inOrder(years) === inOrder(sampleCatalogue(AT).elementSets)).toBe(true)
    expect(await (await ask(`${url}1998-067`)).text()).toBe('elsewhere')
  })
})
