import type { ElementSet } from '@space-data/core/debris'
import { sgp4 } from 'satellite.js'
import { expect, it } from 'vitest'
import {
  QUINTIC_WIDTH,
  writeQuinticHermite,
} from '../../../packages/core/src/features/debris/density/quintic.ts'
import { toSatrec, writeKnots } from '../../../packages/core/src/features/objects/orbit/propagate.ts'
import {
  KNOT_COUNT,
  KNOT_SECONDS,
  KNOT_WIDTH,
} from '../../../packages/core/src/features/objects/orbit/sampling.ts'
import { describeCaptures } from '../../objects/elements/captures.ts'
import { quantile, realObjects, syntheticObjects, T0 } from './catalogues.ts'

const PARTS = [0, 7 / 30, 15 / 30, 22 / 30]
const knots = new Float64Array(KNOT_COUNT * KNOT_WIDTH)
const quintic = new Float64Array(QUINTIC_WIDTH)

it('interpolation keeps the radius of 600 synthetic objects', () => {
  expectCloseRadius(syntheticObjects(600))
})

it('interpolation starts each interval at its knot', () => {
  const [set] = syntheticObjects(1) as [ElementSet]
  writeKnots(set, T0, knots)
  writeQuinticHermite(knots, 17, quintic)
  expect([at(0, 0), at(1, 0), at(2, 0)]).toEqual([...knots.slice(17 * KNOT_WIDTH, 17 * KNOT_WIDTH + 3)])
  const end = [at(0, 1), at(1, 1), at(2, 1)]
  end.forEach((km, axis) => {
    expect(km).toBeCloseTo(knots[18 * KNOT_WIDTH + axis]!, 8)
  })
})

describeCaptures('interpolation, captured', () => {
  it('interpolation keeps the radius of every 50th object of 2022', () => {
    expectCloseRadius(realObjects(50))
  })
})

function expectCloseRadius(sets: readonly ElementSet[]): void {
  const round = sets.filter(({ eccentricity }) => eccentricity < 0.02).flatMap(radiusErrors)
  const long = sets.filter(({ eccentricity }) => eccentricity >= 0.2).flatMap(radiusErrors)
  expect(round.length).toBeGreaterThan(100_000)
  expect(quantile(round, 0.99)).toBeLessThan(0.05)
  expect(Math.max(...[round.reduce((most, km) => Math.max(most, km), 0)])).toBeLessThan(0.2)
  expect(long.length).toBeGreaterThan(10_000)
  expect(quantile(long, 0.99)).toBeLessThan(1)
}

function radiusErrors(set: ElementSet): number[] {
  const satrec = toSatrec(set)
  const intervals = writeKnots(set, T0, knots) - 1
  const errors: number[] = []
  for (let from = 0; from < intervals; from++) {
    writeQuinticHermite(knots, from, quintic)
    for (const part of PARTS) {
      const minute = (T0 - Date.parse(set.epoch)) / 60_000 + ((from + part) * KNOT_SECONDS) / 60
      const direct = satrec && sgp4(satrec, minute)?.position
      const radius = Math.hypot(at(0, part), at(1, part), at(2, part))
      if (direct) errors.push(Math.abs(radius - Math.hypot(direct.x, direct.y, direct.z)))
    }
  }
  return errors
}

function at(axis: number, part: number): number {
  return quintic.slice(axis * 6, axis * 6 + 6).reduceRight((sum, coefficient) => sum * part + coefficient, 0)
}
