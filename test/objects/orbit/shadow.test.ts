import { expect, test } from 'vitest'
import { sunAboveEarthKm, trackOf } from '../../../packages/core/src/features/objects/orbit/earth-fixed.ts'
import {
  fromGeodetic,
  isSunlit,
  toGeodetic,
} from '../../../packages/core/src/features/objects/orbit/ellipsoid.ts'
import { turnBetween } from '../../../packages/core/src/features/objects/orbit/turn-between.ts'
import { elementsOf, SHADOWS } from '../../fixtures/passes.ts'

test.each(SHADOWS)('object %d at %s %s the shadow, within 5 s', (noradId, at, does) => {
  const [track, state] = [trackOf(elementsOf(noradId)), new Float64Array(6)]
  const isLitAt = (time: number) => {
    expect(track?.stateAt(time, state)).toBe(true)
    return isSunlit(state, sunAboveEarthKm(time))
  }
  const time = Date.parse(at)
  expect([isLitAt(time - 30_000), isLitAt(time + 30_000)]).toEqual([does === 'enters', does === 'leaves'])
  expect(Math.abs(turnBetween(time - 30_000, time + 30_000, isLitAt) - time)).toBeLessThan(5_000)
})

test('places and vectors are one another, to a millimetre', () => {
  for (let latitudeDeg = -90; latitudeDeg <= 90; latitudeDeg += 7.5) {
    for (const altitudeKm of [-0.4, 0, 8.8, 420, 35_786, 400_000]) {
      const found = toGeodetic(fromGeodetic({ latitudeDeg, longitudeDeg: 123.4, altitudeKm }))
      expect(found.latitudeDeg).toBeCloseTo(latitudeDeg, 8)
      expect(found.altitudeKm).toBeCloseTo(altitudeKm, 6)
      if (Math.abs(latitudeDeg) < 90) expect(found.longitudeDeg).toBeCloseTo(123.4, 8)
    }
  }
})
