import type { ElementSet, Tally } from '@space-data/core/debris'
import { describe, expect, it } from 'vitest'
import { defaultGrid } from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import { checkConservation, tallySlice } from '../../../packages/core/src/features/debris/density/tally.ts'
import { objectAt, T0 } from './catalogues.ts'
import { timeBelow, timeSouthOf } from './oracle-residence.ts'
import { COLUMNS, differences, latitudesOf, profileOf, ROWS, totalVariation } from './oracles.ts'

const DAY = 4_320

describe('an object on a circular orbit', () => {
  const circle = objectAt({ perigeeKm: 795, inclinationDeg: 60 })

  it('stays in the shells around its altitude', () => {
    const { stats } = tallyOf(circle)
    expect(stats).toEqual({ used: 1, failed: 0, inRange: DAY, below: 0, above: 0, lost: 0 })
    expect(shellsOf(tallyOf(circle)).length).toBeLessThanOrEqual(3)
    for (const km of shellsOf(tallyOf(circle))) expect(Math.abs(km - 790)).toBeLessThanOrEqual(10)
  })

  it.each([28, 60, 120, 150])('visits latitudes by the law of the arcsine at %i°', (inclinationDeg) => {
    const set = { ...circle, inclinationDeg }
    const law = Array.from(
      { length: ROWS },
      (_, row) => timeSouthOf(set, row * 10 - 80) - timeSouthOf(set, row * 10 - 90),
    )
    expect(totalVariation(latitudesOf(tallyOf(set)), law)).toBeLessThan(0.02)
  })

  it('passes over every longitude', () => {
    const columns = new Array<number>(COLUMNS).fill(0)
    tallyOf(circle).counts.forEach((samples, cell) => {
      columns[cell % COLUMNS]! += samples
    })
    expect(Math.min(...columns)).toBeGreaterThan(DAY / COLUMNS / 3)
  })

  it('stays at the equator at 0° inclination, and spends equal time in each row at 90°', () => {
    const equatorial = latitudesOf(tallyOf({ ...circle, inclinationDeg: 0 }))
    expect(equatorial[8]! + equatorial[9]!).toBeCloseTo(1, 12)
    const polar = latitudesOf(tallyOf({ ...circle, inclinationDeg: 90 }))
    expect(totalVariation(polar, new Array<number>(ROWS).fill(1 / ROWS))).toBeLessThan(0.02)
  })

  it('keeps its longitude at geostationary altitude, if the grid reaches that far', () => {
    const grid = { minKm: 35_000, maxKm: 36_500, shellKm: 100, binDeg: 10 }
    const set = objectAt({ perigeeKm: 35_786, inclinationDeg: 0, meanAnomalyDeg: 76 })
    const { counts, stats } = tallySlice({ elementSets: [set], t0: T0, grid })
    const columns = new Set([...counts.keys()].filter((cell) => counts[cell]).map((cell) => cell % COLUMNS))
    expect(stats.inRange).toBe(DAY)
    expect(columns.size).toBe(1)
    // Greenwich stood 317.97° from the equinox at 00:00 UTC on 2022-08-10 (Astronomical Almanac's formula).
    const east = ((76 - 317.97 + 540) % 360) - 180
    expect([...columns]).toEqual([Math.floor((east + 180) / 10)])
  })
})

describe('an object on an elliptic orbit', () => {
  it('spends Kepler’s residence time in each 100 km', () => {
    const set = objectAt({ perigeeKm: 300, apogeeKm: 1_800 })
    const hundreds = Array.from({ length: 18 }, (_, i) => 200 + 100 * i)
    const law = hundreds.map((km) => timeBelow(set, km + 100) - timeBelow(set, km))
    const profile = profileOf(tallyOf(set))
    const found = hundreds.map((km) =>
      profile.slice((km - 150) / 10, (km - 50) / 10).reduce((sum, objects) => sum + objects),
    )
    expect(totalVariation(found, law)).toBeLessThan(0.02)
    expect(Math.max(...differences(found.slice(3, 12), law.slice(3, 12), 0))).toBeLessThan(0.1)
  })

  it('is counted above the grid around its apogee and below it around its perigee', () => {
    const { stats } = tallyOf(objectAt({ perigeeKm: 110, apogeeKm: 20_000 }))
    expect(stats.below).toBeGreaterThan(0)
    expect(stats.inRange).toBeGreaterThan(0)
    expect(stats.above).toBeGreaterThan(DAY / 2)
    expect(stats.inRange + stats.below + stats.above).toBe(DAY)
  })
})

describe('objects outside the grid', () => {
  it.each([
    { what: 'geostationary', set: objectAt({ perigeeKm: 35_786, inclinationDeg: 0.05 }) },
    { what: 'just too high', set: objectAt({ perigeeKm: 2_060 }) },
    { what: 'higher than the Moon', set: objectAt({ perigeeKm: 400_000 }) },
  ])('counts all samples of a $what one above', ({ set }) => {
    expect(tallyOf(set).stats).toEqual({ used: 1, failed: 0, inRange: 0, below: 0, above: DAY, lost: 0 })
  })

  it('are counted below if very low', () => {
    expect(tallyOf(objectAt({ perigeeKm: 100 })).stats).toMatchObject({ below: DAY, inRange: 0, lost: 0 })
  })

  it('are counted as lost from the first interval in which they decay', () => {
    const tally = tallyOf(objectAt({ perigeeKm: 160, bstarPerEarthRadius: 0.02 }))
    expect(tally.stats).toMatchObject({ used: 1, failed: 0 })
    expect(tally.stats.lost).toBeGreaterThan(0)
    expect(tally.stats.lost).toBeLessThan(DAY)
    expect(tally.stats.lost % 30).toBe(0)
    expect(checkConservation(tally).holds).toBe(true)
  })

  const circle = objectAt({ perigeeKm: 800 })
  it.each<{ what: string; set: ElementSet }>([
    { what: 'elements that are no numbers', set: { ...circle, meanMotionRevPerDay: Number.NaN } },
    { what: 'no drag term', set: { ...circle, bstarPerEarthRadius: Number.NaN } },
    { what: 'an eccentricity of 1', set: { ...circle, eccentricity: 1 } },
    { what: 'no epoch', set: { ...circle, epoch: '' } },
    { what: 'elements of another theory', set: { ...circle, ephemerisType: 4 } },
    {
      what: 'decayed long ago',
      set: { ...circle, epoch: '2021-01-01T00:00:00Z', bstarPerEarthRadius: 1 },
    },
  ])('counts one with $what as failed', ({ set }) => {
    const tally = tallyOf(set)
    expect(tally.stats).toEqual({ used: 0, failed: 1, inRange: 0, below: 0, above: 0, lost: 0 })
    expect(tally.counts.every((samples) => samples === 0)).toBe(true)
  })
})

function tallyOf(set: ElementSet): Tally {
  return tallySlice({ elementSets: [set], t0: T0, grid: defaultGrid })
}

/** Lower edges of the shells that hold any of an object. */
function shellsOf(tally: Tally): number[] {
  return profileOf(tally).flatMap((objects, shell) => (objects ? [150 + 10 * shell] : []))
}
