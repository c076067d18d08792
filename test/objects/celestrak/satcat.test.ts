import { describe, expect, it } from 'vitest'
import {
  countSatcatObjects,
  findSatcatEntry,
  parseSatcat,
} from '../../../packages/core/src/features/objects/satcat/satcat.ts'

const HEADER =
  'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE'
const ISS = 'ISS (ZARYA),1998-067A,25544,PAY,+,ISS,1998-11-20,TYMSC,,92.95,51.63,422,414,399.0524,,EA,ORB'
const SPUTNIK =
  'SL-1 R/B,1957-001A,1,R/B,D,CIS,1957-10-04,TYMSC,1957-12-01,96.19,65.10,938,214,20.4200,,EA,IMP'
const DEBRIS =
  '"COSMOS, SO NAMED",1999-025X,29733,DEB,,PRC,05/10/1999,TAISC,2/9/2031,111.05,99.20,1285,480,0,,EA,ORB'
const SILENT = 'UNNAMED,2026-200A,100831,,,,,,,,,,,,,EA,ORB'
const textOf = (...rows: string[]) => [HEADER, ...rows].map((row) => `${row}\r\n`).join('')

describe('SATCAT', () => {
  it('has the fields of an object, null where missing', () => {
    const { columns, refused } = parseSatcat(textOf(SPUTNIK, ISS, DEBRIS, SILENT))
    expect([countSatcatObjects(columns), refused]).toEqual([4, 0])
    expect(findSatcatEntry(columns, 25_544)).toEqual({
      objectType: 'payload',
      owner: 'ISS',
      launchDate: '1998-11-20',
      decayDate: null,
      rcsM2: 399.0524,
      operationalStatus: '+',
      launchSite: 'TYMSC',
    })
    expect(findSatcatEntry(columns, 1)).toEqual({
      objectType: 'rocket_body',
      owner: 'CIS',
      launchDate: '1957-10-04',
      decayDate: '1957-12-01',
      rcsM2: 20.42,
      operationalStatus: 'D',
      launchSite: 'TYMSC',
    })
    expect(findSatcatEntry(columns, 29_733)).toEqual({
      objectType: 'debris',
      owner: 'PRC',
      launchDate: '1999-05-10',
      decayDate: '2031-02-09',
      rcsM2: 0,
      operationalStatus: null,
      launchSite: 'TAISC',
    })
    expect(findSatcatEntry(columns, 100_831)).toEqual({
      objectType: null,
      owner: null,
      launchDate: null,
      decayDate: null,
      rcsM2: null,
      operationalStatus: null,
      launchSite: null,
    })
    for (const absent of [2, 25_543, 200_000, 0]) expect(findSatcatEntry(columns, absent)).toBeUndefined()
  })

  it('finds objects in any order of rows, by the last row of each', () => {
    const changed = ISS.replace('399.0524', '400.5')
    const { columns } = parseSatcat(textOf(DEBRIS, ISS, SPUTNIK, changed))
    expect(countSatcatObjects(columns)).toBe(3)
    expect(findSatcatEntry(columns, 25_544)?.rcsM2).toBe(400.5)
    expect(findSatcatEntry(columns, 1)?.owner).toBe('CIS')
  })

  it.each(['1998-02-30', '1998-13-01', '13/40/1999', 'soon', '1950-01-01', '9999-01-01'])(
    'parses %s as no date',
    (date) => {
      const { columns } = parseSatcat(textOf(ISS.replace('1998-11-20', date)))
      expect(findSatcatEntry(columns, 25_544)?.launchDate).toBeNull()
    },
  )

  it('counts malformed rows, and names a missing column in the error', () => {
    const bad = [ISS.replace('25544', 'x'), ISS.replace('25544', '-5'), 'a,b']
    expect(parseSatcat(textOf(SPUTNIK, ...bad))).toMatchObject({ refused: 3 })
    expect(() => parseSatcat(textOf(ISS).replace('OWNER', 'OWNED_BY'))).toThrow(/^OWNER is missing$/)
    expect(() => parseSatcat('')).toThrow(SyntaxError)
  })

  it('stores 70,000 objects in 1.2 MB', () => {
    const rows = Array.from({ length: 70_000 }, (_, i) => ISS.replace('25544', String(i + 1)))
    const text = textOf(...rows)
    const { columns } = parseSatcat(text)
    expect(countSatcatObjects(columns)).toBe(70_000)
    expect(columns.words.byteLength).toBeLessThan(1_200_000)
  })
})
