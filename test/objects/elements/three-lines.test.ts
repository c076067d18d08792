import type { ElementSet } from '@space-data/core/debris'
import { describe, expect, it } from 'vitest'
import { parseElementSets } from '../../../packages/core/src/features/objects/elements/omm.ts'
import {
  selectForTle,
  toThreeLines,
  toThreeLineText,
} from '../../../packages/core/src/features/objects/elements/three-lines.ts'
import { checksum } from './read-three-lines.ts'
import { ACTIVE_CSV, SARAMAGO_JSON, SPACE_TRACK_JSON, STATIONS_JSON } from './samples.ts'

const [iss, soyuz] = parseElementSets(STATIONS_JSON).elementSets as [ElementSet, ElementSet]
const columns = (change: Partial<ElementSet>, from: number, to: number, line: 'line1' | 'line2' = 'line1') =>
  toThreeLines({ ...iss, ...change })?.[line].slice(from - 1, to)

describe('toThreeLines', () => {
  it('formats the ISS as CelesTrak does', () => {
    expect(toThreeLines(iss)).toEqual({
      name: 'ISS (ZARYA)',
      line1: '1 25544U 98067A   26218.05391056  .00003997  00000+0  79690-4 0  9990',
      line2: '2 25544  51.6321  53.3065 0007216  17.1615 342.9616 15.49359774579487',
    })
  })

  it('formats six-digit numbers in Alpha-5, whose letters count 0 in the checksum', () => {
    const [saramago] = parseElementSets(SARAMAGO_JSON).elementSets as [ElementSet]
    expect(toThreeLines(saramago)).toEqual({
      name: 'SARAMAGO',
      line1: '1 A0000U 26067CY  26263.47381286  .00006373  00000+0  28675-3 0  9998',
      line2: '2 A0000  97.4680 221.0418 0009134  45.9287 314.2699 15.21412834 26188',
    })
    expect(toThreeLines(soyuz)?.line1.slice(0, 8)).toBe('1 A0057U')
  })

  it('formats a record as Space-Track does, but for the sign of a zero exponent', () => {
    const records = JSON.parse(SPACE_TRACK_JSON) as { TLE_LINE1: string; TLE_LINE2: string }[]
    parseElementSets(SPACE_TRACK_JSON).elementSets.forEach((elementSet, i) => {
      const theirs = (records[i]?.TLE_LINE1 ?? '').slice(0, 68).replace(' 00000-0', ' 00000+0')
      expect(toThreeLines(elementSet)?.line1).toBe(theirs + checksum(theirs))
      expect(toThreeLines(elementSet)?.line2).toBe(records[i]?.TLE_LINE2)
    })
  })

  it.each([340_000, 799_500_001, 999_999_999])('has no lines for %i', (noradId) => {
    expect(toThreeLines({ ...iss, noradId })).toBeNull()
  })

  it.each([
    ['2026-01-01T00:00:00Z', '26001.00000000'],
    ['2026-12-31T23:59:59.999567Z', '26365.99999999'],
    ['2026-12-31T23:59:59.999568Z', '27001.00000000'],
    ['2026-12-31T23:59:59.999999999Z', '27001.00000000'],
    ['2024-02-28T23:59:59.9999Z', '24060.00000000'],
    ['2024-12-31T12:00:00.5Z', '24366.50000579'],
    ['2025-12-31T12:00:00.000431Z', '25365.50000000'],
    ['2025-12-31T12:00:00.000432Z', '25365.50000001'],
    ['1957-10-04T19:28:34Z', '57277.81150463'],
    ['2056-12-31T00:00:00Z', '56366.00000000'],
  ])('writes the epoch %s as %s', (epoch, text) => {
    expect(columns({ epoch }, 19, 32)).toBe(text)
  })

  it.each(['1956-12-31T00:00:00Z', '2057-01-01T00:00:00Z', '2056-12-31T23:59:59.9999Z'])(
    'returns null for %s, whose year two digits cannot represent',
    (epoch) => {
      expect(toThreeLines({ ...iss, epoch })).toBeNull()
    },
  )

  it.each([
    [0.00072161, '0007216'],
    [0.0009999999, '0009999'],
    [0.00029, '0002900'],
    [0.0000003, '0000003'],
    [0.7, '7000000'],
    [1e-7, '0000001'],
    [9.9e-8, '0000000'],
    [0, '0000000'],
    [1 - 2 ** -53, '9999999'],
  ])('cuts the eccentricity %d to %s', (eccentricity, text) => {
    expect(columns({ eccentricity }, 27, 33, 'line2')).toBe(text)
  })

  it.each([
    [0.40393571e-3, ' 40394-3'],
    [-0.73241186e-3, '-73241-3'],
    [0.123455e-4, ' 12346-4'],
    [0.123445e-4, ' 12345-4'],
    [0.9999951, ' 10000+1'],
    [0.1, ' 10000+0'],
    [1.5, ' 15000+1'],
    [-1e-12, '-00100-9'],
    [4e-15, ' 00000+0'],
    [-4e-15, ' 00000+0'],
    [5e-324, ' 00000+0'],
    [-0, ' 00000+0'],
    [1e12, ' 99999+9'],
  ])('writes %d as %s, for drag and for the second derivative', (value, text) => {
    expect(columns({ bstarPerEarthRadius: value }, 54, 61)).toBe(text)
    expect(columns({ meanMotionDdotRevPerDay3: value }, 45, 52)).toBe(text)
  })

  it.each([
    [0.00003997, ' .00003997'],
    [-0.00000052, '-.00000052'],
    [0.000000005, ' .00000001'],
    [-0.000000004, ' .00000000'],
    [1.25, ' .99999999'],
    [-0.999999999, '-.99999999'],
  ])('writes the first derivative %d as %s', (meanMotionDotRevPerDay2, text) => {
    expect(columns({ meanMotionDotRevPerDay2 }, 34, 43)).toBe(text)
  })

  it.each([
    [1.00005, '  1.0001'],
    [8.34995, '  8.3500'],
    [359.99995, '  0.0000'],
    [360, '  0.0000'],
    [-0.1, '359.9000'],
    [725.5, '  5.5000'],
    [-0.00001, '  0.0000'],
  ])('writes the angle %d as %s', (raanDeg, text) => {
    expect(columns({ raanDeg }, 18, 25, 'line2')).toBe(text)
  })

  it('rounds by decimal digits where binary rounding would err', () => {
    expect((2.00005).toFixed(4)).toBe('2.0000')
    expect(columns({ inclinationDeg: 2.00005 }, 9, 16, 'line2')).toBe('  2.0001')
    expect(columns({ meanMotionRevPerDay: 1.000000005 }, 53, 63, 'line2')).toBe(' 1.00000001')
  })

  it.each([
    ['1998-067A', '98067A  '],
    ['1994-029AEG', '94029AEG'],
    ['1970-025', '70025   '],
    ['1998-067ABCD', '        '],
    ['UNKNOWN', '        '],
    [null, '        '],
  ])('writes the designator %s', (internationalDesignator, text) => {
    expect(columns({ internationalDesignator }, 10, 17)).toBe(text)
  })

  it('wraps counters that outgrow their columns', () => {
    expect(columns({ elementSetNo: 12_345 }, 65, 68)).toBe('2345')
    expect(columns({ elementSetNo: 7 }, 65, 68)).toBe('   7')
    expect(columns({ revAtEpoch: 100_321 }, 64, 68, 'line2')).toBe('  321')
  })
})

describe('selectForTle and toThreeLineText', () => {
  it('has full trimmed names, LF, and the numbers left out', () => {
    const name = '  A NAME FAR LONGER THAN TWENTY-FOUR COLUMNS '
    const sets = [{ ...iss, name }, { ...iss, noradId: 799_500_001 }, soyuz, { ...iss, noradId: 340_000 }]
    const { represented, omitted } = selectForTle(sets)
    const text = represented.map(toThreeLineText).join('')
    const lines = text.split('\n')
    expect([represented.length, omitted]).toEqual([2, [799_500_001, 340_000]])
    expect(lines).toHaveLength(7)
    expect(lines[0]).toBe('A NAME FAR LONGER THAN TWENTY-FOUR COLUMNS')
    expect(lines[3]).toBe('SOYUZ-MS 29')
    expect(text).toMatch(/^([^\r\n]+\n1 .{67}\n2 .{67}\n){2}$/)
  })

  it('has valid checksums for low, decaying, eccentric, half-day and geostationary orbits', () => {
    const lines = parseElementSets(ACTIVE_CSV).elementSets.map(toThreeLineText).join('').trim().split('\n')
    const numbered = lines.filter((_, i) => i % 3 > 0)
    expect(numbered).toHaveLength(10)
    for (const line of numbered) expect(line).toHaveLength(69)
    expect(numbered.map((line) => line[68])).toEqual(numbered.map(checksum))
  })
})
