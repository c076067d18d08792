import type { ElementSet } from '@space-data/core/debris'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toThreeLines } from '../../../packages/core/src/features/objects/elements/three-lines.ts'
import { runs } from '../../support/tier.ts'
import { checksum, microseconds, readThreeLines } from './read-three-lines.ts'

const within = (min: number, max: number, maxExcluded = false) =>
  fc.double({ min, max, maxExcluded, noNaN: true, noDefaultInfinity: true })
const printed = (max: number, places: number) =>
  fc
    .integer({ min: 0, max: max * 10 ** places })
    .map((parts) => Number((parts / 10 ** places).toFixed(places)))
const pieces = fc.stringMatching(/^[A-Z]{1,3}$/)
const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))

const epochs = fc
  .tuple(
    fc.integer({ min: Date.UTC(1957, 0, 1) / 1_000, max: Date.UTC(2056, 11, 31) / 1_000 }),
    fc.stringMatching(/^[0-9]{0,9}$/),
  )
  .map(([at, fraction]) => {
    const second = new Date(at * 1_000).toISOString().slice(0, 19)
    return fraction ? `${second}.${fraction}Z` : `${second}Z`
  })

const designators = fc
  .tuple(fc.integer({ min: 1957, max: 2056 }), twoDigits(99), fc.integer({ min: 0, max: 9 }), pieces)
  .map(([year, launch, last, piece]) => `${year}-${launch}${last}${piece}`)

const elementSets: fc.Arbitrary<ElementSet> = fc.record({
  noradId: fc.integer({ min: 1, max: 339_999 }),
  name: fc.stringMatching(/^[A-Z][A-Z0-9 ()-]{0,40}$/).map((name) => name.trim()),
  internationalDesignator: fc.option(designators),
  epoch: epochs,
  meanMotionRevPerDay: fc.oneof(within(1e-3, 20), printed(20, 8)),
  eccentricity: fc.oneof(
    within(0, 1, true),
    printed(1, 8).filter((value) => value < 1),
  ),
  inclinationDeg: fc.oneof(within(0, 180), printed(180, 4)),
  raanDeg: fc.oneof(within(-720, 720), printed(360, 4)),
  argOfPericenterDeg: fc.oneof(within(-720, 720), printed(360, 4)),
  meanAnomalyDeg: fc.oneof(within(-720, 720), printed(360, 4)),
  bstarPerEarthRadius: fc.oneof(within(-1, 1), within(-1e-8, 1e-8), within(-1e12, 1e12)),
  meanMotionDotRevPerDay2: fc.oneof(within(-1, 1), within(-1e-7, 1e-7), within(-5, 5)),
  meanMotionDdotRevPerDay3: fc.oneof(within(-1, 1), within(-1e-8, 1e-8), within(-1e12, 1e12)),
  elementSetNo: fc.nat(20_000),
  revAtEpoch: fc.nat(200_000),
  classification: fc.constantFrom('U', 'C', 'S'),
  ephemerisType: fc.nat(3),
})

const LINE1 =
  /^1 [0-9A-HJ-NP-Z]\d{4}[UCS] (\d{5}[A-Z]{1,3} *| {8}) \d{5}\.\d{8} [ -]\.\d{8} [ -]\d{5}[+-]\d [ -]\d{5}[+-]\d \d [ \d]{4}\d$/
const LINE2 =
  /^2 [0-9A-HJ-NP-Z]\d{4} [ \d]{3}\.\d{4} [ \d]{3}\.\d{4} \d{7} [ \d]{3}\.\d{4} [ \d]{3}\.\d{4} [ \d]{2}\.\d{8}[ \d]{5}\d$/

describe('the TLE of any element set', () => {
  it('has two valid lines of 69 columns that parse to the same elements within their precision', () => {
    fc.assert(
      fc.property(elementSets, (elementSet) => {
        const lines = toThreeLines(elementSet)
        if (!lines) throw new Error('no lines')
        const { name, line1, line2 } = lines
        expect([line1.length, line2.length]).toEqual([69, 69])
        expect([line1[68], line2[68]]).toEqual([checksum(line1), checksum(line2)])
        expect(line1).toMatch(LINE1)
        expect(line2).toMatch(LINE2)
        expectSame(readThreeLines(line1, line2, name), elementSet)
      }),
      runs(300, 2_000),
    )
  })
})

function expectSame(read: ElementSet, sent: ElementSet): void {
  const { name, noradId, classification, ephemerisType, internationalDesignator } = sent
  expect(read).toMatchObject({ name, noradId, classification, ephemerisType, internationalDesignator })
  expect(read.elementSetNo).toBe(sent.elementSetNo % 10_000)
  expect(read.revAtEpoch).toBe(sent.revAtEpoch % 100_000)
  expect(Math.abs(microseconds(read.epoch) - microseconds(sent.epoch))).toBeLessThanOrEqual(432)
  expectNear(read.meanMotionRevPerDay, sent.meanMotionRevPerDay, 0.5e-8)
  expectTurn(read.inclinationDeg, sent.inclinationDeg)
  expectTurn(read.raanDeg, sent.raanDeg)
  expectTurn(read.argOfPericenterDeg, sent.argOfPericenterDeg)
  expectTurn(read.meanAnomalyDeg, sent.meanAnomalyDeg)
  expect(read.eccentricity).toBeLessThanOrEqual(sent.eccentricity)
  expectNear(read.eccentricity, sent.eccentricity, 1e-7)
  expectNear(read.meanMotionDotRevPerDay2, held(sent.meanMotionDotRevPerDay2, 0.999_999_99), 0.5e-8)
  for (const field of ['bstarPerEarthRadius', 'meanMotionDdotRevPerDay3'] as const) {
    const value = held(sent[field], 0.999_99e9)
    expectNear(read[field], value, Math.max(Math.abs(value) * 0.5e-4, 0.5e-14))
  }
}

function held(value: number, most: number): number {
  return Math.max(-most, Math.min(value, most))
}

function expectTurn(read: number, sent: number): void {
  const apart = (((read - sent) % 360) + 360) % 360
  expectNear(Math.min(apart, 360 - apart), 0, 0.5e-4)
}

function expectNear(read: number, sent: number, tolerance: number): void {
  expect(Math.abs(read - sent)).toBeLessThanOrEqual(tolerance * (1 + 1e-6) + 1e-12 * Math.abs(sent))
}
