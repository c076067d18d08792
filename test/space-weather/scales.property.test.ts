import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  scaleFor,
  toFlareClass,
} from '../../packages/core/src/features/space-weather/scales/noaa-scales.ts'
import { runs } from '../support/tier.ts'

describe('flare class', () => {
  test.each([
    [4.697e-7, 'B4.6'],
    [4.6972101586106874e-7, 'B4.6'],
    [3.72e-7, 'B3.7'],
    [1.136e-6, 'C1.1'],
    [3.0e-6, 'C3.0'],
    [2.9999999999999997e-6, 'C2.9'],
    [9.99e-6, 'C9.9'],
    [1e-8, 'A1.0'],
    [1e-7, 'B1.0'],
    [1e-6, 'C1.0'],
    [1e-5, 'M1.0'],
    [1e-4, 'X1.0'],
    [1e-3, 'X10.0'],
    [1.23e-3, 'X12.3'],
    [2.8e-3, 'X28.0'],
    [0.0123456, 'X123.4'],
    [0.999, 'X9990.0'],
    [9.9999997e-9, 'A0.9'],
    [5.5e-9, 'A0.5'],
    [1e-9, 'A0.1'],
    [9.9e-10, 'A0.0'],
    [5e-324, 'A0.0'],
  ])('of %f is %s', (flux, expected) => {
    expect(toFlareClass(flux)).toBe(expected)
  })

  test('flare class of every tenth of every class is that tenth', () => {
    for (const [i, letter] of [...'ABCMX'].entries()) {
      for (let tenths = 10; tenths < 100; tenths += 1) {
        expect(toFlareClass(Number(`${tenths}e${i - 9}`))).toBe(
          `${letter}${Math.floor(tenths / 10)}.${tenths % 10}`,
        )
      }
    }
  })

  test('flare class never exceeds the flux', () => {
    const bases: Record<string, number> = { A: 1e-8, B: 1e-7, C: 1e-6, M: 1e-5, X: 1e-4 }
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 0.99, noNaN: true }), (flux) => {
        const text = toFlareClass(flux)
        expect(text).toMatch(/^([ABCM][0-9]|X[0-9]+)\.[0-9]$/)
        const base = bases[text[0] ?? ''] ?? Number.NaN
        const least = Number(text.slice(1)) * base
        expect(flux).toBeGreaterThanOrEqual(least * (1 - 1e-12))
        expect(flux).toBeLessThan((least + base / 10) * (1 + 1e-12))
      }),
      runs(300, 5_000),
    )
  })
})

test.each([
  [
    radioBlackouts,
    [1e-9, 9.99e-6, 1e-5, 4.99e-5, 5e-5, 1e-4, 9.9e-4, 1e-3, 2e-3, 0.5],
    'R0 R0 R1 R1 R2 R3 R3 R4 R5 R5',
  ],
  [radiationStorms, [0, 9.99, 10, 99, 100, 1e3, 1e4, 1e5, 1e6], 'S0 S0 S1 S1 S2 S3 S4 S5 S5'],
  [
    geomagneticStorms,
    [0, 4.33, 4.67, 5, 5.33, 5.67, 6.67, 7.67, 8.33, 8.67, 9],
    'G0 G0 G1 G1 G1 G2 G3 G4 G4 G4 G5',
  ],
] as const)('the steps of a scale open where NOAA opens them', (scale, values, expected) => {
  expect(values.map((value) => scaleFor(scale, value)).join(' ')).toBe(expected)
  expect(scale.map(({ name }) => name)).toEqual(['none', 'minor', 'moderate', 'strong', 'severe', 'extreme'])
})

// NOAA's scale: G1 is Kp 5, 5- included; G4 is Kp 8, 9- included; G5 is Kp 9.
const thirds = [
  ['0o', 'G0'],
  ['0+', 'G0'],
  ...[1, 2, 3, 4].flatMap((kp) => ['-', 'o', '+'].map((sign) => [`${kp}${sign}`, 'G0'] as const)),
  ...[5, 6, 7].flatMap((kp) => ['-', 'o', '+'].map((sign) => [`${kp}${sign}`, `G${kp - 4}`] as const)),
  ['8-', 'G4'],
  ['8o', 'G4'],
  ['8+', 'G4'],
  ['9-', 'G4'],
  ['9o', 'G5'],
] as const

describe('each third of Kp is in the step where NOAA has it', () => {
  test('there are 28', () => {
    expect(thirds).toHaveLength(28)
  })

  test.each(thirds)('%s is %s, however it is spelled', (name, expected) => {
    const value = Number(name[0]) + { '-': -1 / 3, o: 0, '+': 1 / 3 }[name.slice(1) as '-' | 'o' | '+']
    const spellings = [value.toFixed(2), value.toFixed(3), value.toFixed(1), String(value)]
    expect(spellings.map((each) => scaleFor(geomagneticStorms, Number(each)))).toEqual(
      spellings.map(() => expected),
    )
  })
})
