import { launchDate } from '#celestrak/invent'
import type { Elements } from '#celestrak/omm'
import { sampleOwner } from '#celestrak/owners'

const HEADER =
  'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,' +
  'INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE'
const EARTH_RADIUS_KM = 6_378.137
const EARTH_GRAVITY = 398_600.4418

/** SATCAT data of real objects. */
const real: Readonly<Record<number, { owner: string; launched: string; site: string; rcs: string }>> = {
  5: { owner: 'US', launched: '1958-03-17', site: 'AFETR', rcs: '' },
  20580: { owner: 'US', launched: '1990-04-24', site: 'AFETR', rcs: '28.0799' },
  25544: { owner: 'ISS', launched: '1998-11-20', site: 'TYMSC', rcs: '399.0524' },
  27386: { owner: 'ESA', launched: '2002-03-01', site: 'FRGUI', rcs: '18.6071' },
  37846: { owner: 'ESA', launched: '2011-10-21', site: 'FRGUI', rcs: '' },
  44714: { owner: 'US', launched: '2019-11-11', site: 'AFETR', rcs: '' },
  48274: { owner: 'PRC', launched: '2021-04-29', site: 'WSC', rcs: '' },
}

/** An object of SATCAT, which also contains decayed objects. */
export interface SatcatObject extends Elements {
  /** Such as `2026-11-20`. */
  readonly decayed?: string
}

/** Formats `satcat.csv`: 17 columns, CRLF, ascending by number. */
export function formatSatcat(objects: readonly SatcatObject[]): string {
  const rows = objects.toSorted((a, b) => a.NORAD_CAT_ID - b.NORAD_CAT_ID).map(toSatcatRow)
  return [HEADER, ...rows].map((row) => `${row}\r\n`).join('')
}

function toSatcatRow(object: SatcatObject): string {
  const { NORAD_CAT_ID, OBJECT_NAME, OBJECT_ID, MEAN_MOTION, ECCENTRICITY, INCLINATION } = object
  const axis = Math.cbrt(EARTH_GRAVITY / ((MEAN_MOTION * 2 * Math.PI) / 86_400) ** 2)
  const known = real[NORAD_CAT_ID]
  const type = objectType(OBJECT_NAME)
  return [
    OBJECT_NAME,
    OBJECT_ID,
    NORAD_CAT_ID,
    type,
    object.decayed ? 'D' : type === 'PAY' ? '+' : '',
    known?.owner ?? sampleOwner(OBJECT_NAME, NORAD_CAT_ID, type === 'PAY'),
    known?.launched ?? launchDate(OBJECT_ID),
    known?.site ?? 'UNK',
    object.decayed ?? '',
    (1_440 / MEAN_MOTION).toFixed(2),
    INCLINATION.toFixed(2),
    Math.round(axis * (1 + ECCENTRICITY) - EARTH_RADIUS_KM),
    Math.round(axis * (1 - ECCENTRICITY) - EARTH_RADIUS_KM),
    known?.rcs ?? '',
    '',
    'EA',
    'ORB',
  ].join(',')
}

function objectType(name: string): string {
  if (/ (DEB|COOLANT)$/.test(name)) return 'DEB'
  if (/ R\/B/.test(name)) return 'R/B'
  return /^(TBA|UNKNOWN)/.test(name) ? 'UNK' : 'PAY'
}
