import type { ElementSet } from '@space-data/core/debris'
import { json2satrec, type OMMJsonObject, type SatRec, sgp4, twoline2satrec } from 'satellite.js'
import { describe, expect, it } from 'vitest'
import { parseElementSets } from '../../../packages/core/src/features/objects/elements/omm.ts'
import {
  type ThreeLines,
  toThreeLines,
} from '../../../packages/core/src/features/objects/elements/three-lines.ts'
import { capture, describeCaptures } from './captures.ts'
import { readThreeLines } from './read-three-lines.ts'
import { ACTIVE_CSV, SARAMAGO_JSON, SPACE_TRACK_JSON, STATIONS_JSON } from './samples.ts'

const DAY_MIN = Array.from({ length: 25 }, (_, hour) => hour * 60)
/** `json2satrec` cuts the epoch to a millisecond, which moves Moon and Sun in deep space; measured 2.2 cm. */
const MOON_IN_A_MILLISECOND_KM = 1e-4
const samples = [STATIONS_JSON, SARAMAGO_JSON, ACTIVE_CSV, SPACE_TRACK_JSON].flatMap(
  (text) => parseElementSets(text).elementSets,
)
const [iss] = samples as [ElementSet]
const edges: ElementSet[] = [
  { ...iss, name: 'CIRCULAR', eccentricity: 0, meanMotionDotRevPerDay2: 0, bstarPerEarthRadius: 0 },
  { ...iss, name: 'NEW YEAR', epoch: '2026-12-31T23:59:59.999999Z' },
  { ...iss, name: 'LAST ALPHA-5', noradId: 339_999, inclinationDeg: 180, raanDeg: 359.9999 },
  {
    ...iss,
    name: 'RISING',
    bstarPerEarthRadius: -0.0012345678,
    meanMotionDotRevPerDay2: -0.00001234,
  },
  { ...iss, name: 'FAR', meanMotionRevPerDay: 0.05, eccentricity: 0.8 },
]

describe('SGP4 over one day from formatted TLE', () => {
  it.each([...samples, ...edges])(
    '$noradId $name: the TLE and its fields as OMM give the same orbit',
    (set) => {
      const lines = linesOf(set)
      const apart = kmApart(satrecOf(lines), json2satrec(ommOf(readThreeLines(lines.line1, lines.line2))))
      const isDeepSpace = set.meanMotionRevPerDay < 6.4
      expect(apart).toBeLessThanOrEqual(isDeepSpace ? MOON_IN_A_MILLISECOND_KM : 0)
    },
  )

  it.each([...samples, ...edges])('$noradId $name: the TLE and its original OMM are within 20 m', (set) => {
    expect(kmApart(satrecOf(linesOf(set)), json2satrec(ommOf(set)))).toBeLessThan(0.02)
  })
})

describeCaptures('SGP4 over one day, captured', () => {
  it('places 15,985 active objects within 60 m, 99 % within 10 m and half within 1 m of their OMM', () => {
    const sets = parseElementSets(capture('celestrak/gp-active.2026-07-10.csv')).elementSets
    const apart = sets.map((set) => kmApart(satrecOf(linesOf(set)), json2satrec(ommOf(set)), [0, 1_440]))
    const within = (km: number) => apart.filter((distance) => distance < km).length / apart.length
    expect(within(0.06)).toBe(1)
    expect(within(0.01)).toBeGreaterThan(0.99)
    expect(within(0.001)).toBeGreaterThan(0.5)
  })
})

function linesOf(set: ElementSet): ThreeLines {
  const lines = toThreeLines(set)
  if (!lines) throw new Error(`no lines for ${set.noradId}`)
  return lines
}

function satrecOf({ line1, line2 }: ThreeLines): SatRec {
  return twoline2satrec(line1, line2)
}

function ommOf(set: ElementSet): OMMJsonObject {
  return {
    OBJECT_NAME: set.name,
    OBJECT_ID: set.internationalDesignator ?? '',
    EPOCH: set.epoch,
    MEAN_MOTION: set.meanMotionRevPerDay,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclinationDeg,
    RA_OF_ASC_NODE: set.raanDeg,
    ARG_OF_PERICENTER: set.argOfPericenterDeg,
    MEAN_ANOMALY: set.meanAnomalyDeg,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: set.noradId,
    ELEMENT_SET_NO: set.elementSetNo,
    REV_AT_EPOCH: set.revAtEpoch,
    BSTAR: set.bstarPerEarthRadius,
    MEAN_MOTION_DOT: set.meanMotionDotRevPerDay2,
    MEAN_MOTION_DDOT: set.meanMotionDdotRevPerDay3,
  }
}

/** The greatest distance at equal minutes since the epoch; NaN where an orbit has none. */
function kmApart(one: SatRec, other: SatRec, minutes = DAY_MIN): number {
  return Math.max(
    ...minutes.map((minute) => {
      const [a, b] = [sgp4(one, minute)?.position, sgp4(other, minute)?.position]
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) : Number.NaN
    }),
  )
}
