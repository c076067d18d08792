import type { ElementSet } from '@space-data/core/debris'
import { describe, expect, it } from 'vitest'
import {
  apogeeKm,
  objectTypeFromName,
  perigeeKm,
  periodMin,
  semiMajorAxisKm,
} from '../../../packages/core/src/features/objects/elements/element-set.ts'
import { parseElementSets } from '../../../packages/core/src/features/objects/elements/omm.ts'
import { capture, describeCaptures } from './captures.ts'
import { SPACE_TRACK_JSON } from './samples.ts'

const [iss, prefire] = parseElementSets(SPACE_TRACK_JSON).elementSets as [ElementSet, ElementSet]

describe('quantities derived from an element set', () => {
  it('agree with Space-Track’s semi-major axis and period to the last digit', () => {
    expect(semiMajorAxisKm(iss).toFixed(3)).toBe('6797.257')
    expect(periodMin(iss).toFixed(3)).toBe('92.952')
    expect(semiMajorAxisKm(prefire).toFixed(3)).toBe('6908.651')
    expect(periodMin(prefire).toFixed(3)).toBe('95.247')
  })

  it('have altitudes above the equatorial radius 6378.137 km', () => {
    expect(apogeeKm(iss)).toBeCloseTo(420.329, 3)
    expect(perigeeKm(iss)).toBeCloseTo(417.911, 3)
  })
})

describe('objectType', () => {
  it.each([
    ['ISS (ZARYA)', 'payload'],
    ['STARLINK-1143', 'payload'],
    ['TRANSPORTER-16 OBJECT B', 'payload'],
    ['CENTISPACE-1 GROUP 05 OBJECT J', 'payload'],
    ['IRNSS-1H & PSLV R/B', 'payload'],
    ['DEBUT', 'payload'],
    ['CZ-4B R/B', 'rocket_body'],
    ['SL-12 R/B(AUX MOTOR)', 'rocket_body'],
    ['TITAN 3C TRANSTAGE R/B', 'rocket_body'],
    ['FENGYUN 2B AKM', 'rocket_body'],
    ['FENGYUN 1C DEB', 'debris'],
    ['ARIANE 5 DEB [SYLDA]', 'debris'],
    ['COSMOS 1176 DEB[ANTENNA]', 'debris'],
    ['COSMOS 1249 COOLANT', 'debris'],
    ['COSMOS 1176 FUEL CORE', 'debris'],
    ['WESTFORD NEEDLES', 'debris'],
    ['SL-12 PLAT', 'debris'],
    ['OBJECT G', 'unknown'],
    ['UNKNOWN', 'unknown'],
    ['TBA - TO BE ASSIGNED', 'unknown'],
  ])('takes %s for %s, as SATCAT does', (name, type) => {
    expect(objectTypeFromName(name)).toBe(type)
  })
})

describeCaptures('SATCAT', () => {
  const [header = [], ...rows] = capture('celestrak/satcat-subset.csv')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','))
  const satcat = rows.map((row) => new Map(header.map((column, i) => [column, row[i] ?? ''])))

  it('types 765 of the 766 captured objects like their names, and the bare OBJECT B as unknown', () => {
    const codes = { payload: 'PAY', rocket_body: 'R/B', debris: 'DEB', unknown: 'UNK' }
    const wrong = satcat
      .map((row) => [row.get('OBJECT_NAME') ?? '', row.get('OBJECT_TYPE') ?? ''] as const)
      .filter(([name, type]) => codes[objectTypeFromName(name)] !== type)
    expect(satcat).toHaveLength(766)
    expect(wrong).toEqual([['OBJECT B', 'PAY']])
  })

  it('has altitudes that follow from its periods by our constants, within its rounding', () => {
    const errors = satcat
      .filter(
        (row) => row.get('ORBIT_CENTER') === 'EA' && row.get('APOGEE') && Number(row.get('PERIOD')) < 130,
      )
      .map((row) => {
        const height = (Number(row.get('APOGEE')) + Number(row.get('PERIGEE'))) / 2
        const axis = semiMajorAxisKm({ ...iss, meanMotionRevPerDay: 1_440 / Number(row.get('PERIOD')) })
        return axis - 6_378.137 - height
      })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    expect(errors.length).toBeGreaterThan(600)
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.8)
  })
})
