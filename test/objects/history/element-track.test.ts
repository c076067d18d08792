import { isDeepStrictEqual } from 'node:util'
import { type ElementSet, readElementSets } from '@space-data/core/debris'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ElementTrack,
  fromStored,
  toStored,
} from '../../../packages/core/src/features/objects/history/element-track.ts'
import { toVlq, VlqReader } from '../../../packages/core/src/features/objects/history/vlq.ts'
import { runs } from '../../support/tier.ts'
import { capture, describeCaptures } from '../elements/captures.ts'
import { setOf } from './sets.ts'

function trackOf(sets: readonly (ElementSet | undefined)[]): ElementTrack {
  const track = new ElementTrack(25_544)
  for (const set of sets) track.add(set && toStored(set))
  return track
}

function setsIn({ nights }: ElementTrack): (ElementSet | undefined)[] {
  return nights.map((stored) => stored && fromStored(25_544, stored))
}

const throughJson = (track: ElementTrack) => ElementTrack.unpack(JSON.parse(JSON.stringify(track.pack())))

const decimals = (min: number, max: number, units: number) =>
  fc.integer({ min, max }).map((whole) => whole / units)
const floating = fc.oneof(
  fc.constant(0),
  fc
    .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: -18, max: -6 }))
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
)
const any = fc.double({ noDefaultInfinity: true, noNaN: true, min: 0, max: 19 })

/** Sets as providers give them, and some that have more digits, or other epochs. */
const anySet = fc
  .record({
    epoch: fc.oneof(
      fc
        .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
        .chain((ms) =>
          fc
            .integer({ min: 0, max: 999 })
            .map((us) => new Date(ms).toISOString().replace('Z', `${String(us).padStart(3, '0')}Z`)),
        ),
      fc.constantFrom('2026-11-20T00:00:00Z', '2026-11-20T00:00:00.5Z', '1969-12-31T23:59:59.999999Z'),
    ),
    meanMotionRevPerDay: fc.oneof(decimals(1, 1_700_000_000, 1e8), any),
    eccentricity: decimals(0, 99_999_999, 1e8),
    inclinationDeg: decimals(0, 1_800_000, 1e4),
    raanDeg: decimals(0, 3_600_000, 1e4),
    argOfPericenterDeg: decimals(0, 3_600_000, 1e4),
    meanAnomalyDeg: fc.oneof(decimals(0, 3_600_000, 1e4), any),
    bstarPerEarthRadius: fc.oneof(floating, any),
    meanMotionDotRevPerDay2: floating,
    meanMotionDdotRevPerDay3: floating,
    elementSetNo: fc.integer({ min: 0, max: 9_999 }),
    revAtEpoch: fc.integer({ min: 0, max: 99_999 }),
    name: fc.constantFrom('ISS (ZARYA)', 'ISS', '"quoted", ñ'),
    internationalDesignator: fc.constantFrom('1998-067A', null),
    ephemerisType: fc.constantFrom(0, 2),
  })
  .map((changes) => setOf(25_544, changes.epoch, changes))

describe('a track', () => {
  test('gives back every set of every night exactly, whatever its digits', () => {
    const nights = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 3 }), anySet), { maxLength: 12 })
      .map((given) => {
        const sets: (ElementSet | undefined)[] = []
        // Of four nights one has nothing, and one what the night before had.
        for (const [what, set] of given) sets.push(what === 0 ? undefined : what === 1 ? sets.at(-1) : set)
        return sets
      })
    fc.assert(
      fc.property(nights, fc.nat(12), (sets, cut) => {
        const whole = trackOf(sets)
        expect(setsIn(throughJson(whole))).toEqual(sets)
        // Nights that are added to a stored track are stored as if they had been there from the beginning.
        const resumed = throughJson(trackOf(sets.slice(0, cut)))
        for (const set of sets.slice(cut)) resumed.add(set && toStored(set))
        expect(setsIn(resumed)).toEqual(sets)
        expect(resumed.pack()).toEqual(whole.pack())
      }),
      runs(300, 5_000),
    )
  })

  test('stores a set that has not changed in one character, and the night after as its differences', () => {
    const first = setOf(25_544, '2026-11-20T01:17:37.872384Z')
    const next = setOf(25_544, '2026-11-21T02:11:09.435744Z', {
      meanMotionRevPerDay: 15.49365861,
      raanDeg: 48.1532,
      argOfPericenterDeg: 21.5107,
      meanAnomalyDeg: 338.6112,
      revAtEpoch: 57_964,
      bstarPerEarthRadius: 8.012345e-5,
    })
    const length = (...sets: ElementSet[]) => trackOf(sets).pack()[2].length
    expect(length(first, first)).toBe(length(first) + 1)
    expect(length(first, next)).toBeLessThan(length(first) + 48)
    const { nights } = trackOf([first, first, next])
    expect(nights[1]).toBe(nights[0])
  })

  test('stores a set with more digits than CelesTrak gives as it is', () => {
    const set = setOf(25_544, '2026-11-20T01:17:37.872384Z', { inclinationDeg: 51.63211 })
    expect(toStored(set)).toHaveProperty('row')
    expect(setsIn(throughJson(trackOf([set])))).toEqual([set])
  })
})

test('whole numbers of any size come back from their text, one after another', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), (numbers) => {
      const reader = new VlqReader(numbers.map(toVlq).join(''))
      expect(numbers.map(() => reader.next())).toEqual(numbers)
      expect(reader.isAtEnd).toBe(true)
    }),
    runs(300, 5_000),
  )
})

/** As a record has it: without the sign of zero. */
const inJson = (set: ElementSet) => JSON.parse(JSON.stringify(set))

describeCaptures('the digits of what providers have sent', () => {
  test.each([
    ['celestrak/gp-active.2026-07-10.csv', 15_985],
    ['spacetrack/full-catalogue-3le.2022-01-22.txt', 23_939],
    ['celestrak/full-catalogue-2le.2022-08-09.txt', 25_967],
  ])('are packed without a loss: %s', { timeout: 60_000 }, (file, count) => {
    const { elementSets } = readElementSets(capture(file))
    expect(elementSets).toHaveLength(count)
    const unlike = elementSets.filter((set) => {
      const stored = toStored(set)
      return 'row' in stored || !isDeepStrictEqual(fromStored(set.noradId, stored), inJson(set))
    })
    expect(unlike).toEqual([])
  })
})
