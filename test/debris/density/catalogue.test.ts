import type { ElementSet, Tally } from '@space-data/core/debris'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultGrid } from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import { checkConservation, tallySlice } from '../../../packages/core/src/features/debris/density/tally.ts'
import { describeCaptures } from '../../objects/elements/captures.ts'
import { orInSoak } from '../../support/tier.ts'
import { quantile, realObjects, syntheticObjects, T0 } from './catalogues.ts'
import {
  differences,
  latitudesOf,
  profileOf,
  quadratureProfile,
  residenceLatitudes,
  residenceProfile,
  totalVariation,
} from './oracles.ts'

/** Every third object, or all of them in a soak. */
const STEP = orInSoak(3, 1)
const HUNDREDS = Array.from({ length: 19 }, (_, i) => 150 + 100 * i)

describe('the shells of 4,000 synthetic objects', () => {
  oracles(() => syntheticObjects(4_000))
})

describeCaptures(`the catalogue of 2022-08-09, 1 object in ${STEP}`, () => {
  const tally = oracles(() => realObjects(STEP))

  it.each([
    { from: 480, to: 560, peak: 540, objects: 1_215 },
    { from: 770, to: 850, peak: 780, objects: 400 },
    { from: 950, to: 1_000, peak: 960, objects: 179 },
    { from: 1_400, to: 1_440, peak: 1_410, objects: 123 },
    { from: 1_450, to: 1_480, peak: 1_470, objects: 120 },
  ])('is densest at $peak km between $from and $to km, as published', ({ from, to, peak, objects }) => {
    const profile = profileOf(tally())
    const shells = profile.map((found, i) => ({ km: 150 + 10 * i, found }))
    const near = shells.filter(({ km }) => km >= from && km <= to).sort((a, b) => b.found - a.found)
    expect(Math.abs(near[0]!.km - peak)).toBeLessThanOrEqual(STEP === 1 ? 0 : 10)
    const found = profile[(peak - 150) / 10]! * STEP
    expect(Math.abs(found / objects - 1)).toBeLessThan(STEP === 1 ? 0.01 : 0.15)
  })
})

function oracles(objects: () => ElementSet[]): () => Tally {
  let sets: ElementSet[]
  let tally: Tally
  beforeAll(() => {
    sets = objects()
    tally = tallySlice({ elementSets: sets, t0: T0, grid: defaultGrid })
  }, 120_000)

  it('lose no sample', () => {
    expect(checkConservation(tally)).toMatchObject({ holds: true })
    expect(tally.stats.used + tally.stats.failed).toBe(sets.length)
  })

  it('agree with the J2 quadrature in 10 km shells of 50 objects and more', { timeout: 120_000 }, () => {
    const apart = differences(profileOf(tally), quadratureProfile(sets), 50)
    report('quadrature', apart)
    expect(apart.length).toBeGreaterThan(8)
    expect(quantile(apart, 0.5)).toBeLessThan(0.002)
    expect(quantile(apart, 0.9)).toBeLessThan(0.005)
    expect(Math.max(...apart)).toBeLessThan(0.04)
  })

  it('agree with Kepler’s residence times in 100 km shells', () => {
    const hundreds = HUNDREDS.slice(1).map((_, i) => sum(profileOf(tally).slice(i * 10, i * 10 + 10)))
    const apart = differences(hundreds, residenceProfile(sets, HUNDREDS), 50)
    report('residence', apart)
    expect(quantile(apart, 0.5)).toBeLessThan(0.02)
  })

  it('agree with the latitude distribution of circular orbits', () => {
    const apart = totalVariation(latitudesOf(tally), residenceLatitudes(sets))
    report('latitudes', [apart])
    expect(apart).toBeLessThan(0.002)
  })

  return () => tally
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

function report(title: string, apart: readonly number[]): void {
  if (process.env['SHOW']) {
    console.info(title, apart.length, quantile(apart, 0.5), quantile(apart, 0.9), Math.max(...apart))
  }
}
