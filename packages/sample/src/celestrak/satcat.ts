import type { Elements } from '#celestrak/omm'
import { sampleOwner } from '#celestrak/owners'

const HEADER =
  'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,' +
  'INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE'
const EARTH_RADIUS_KM = 6_378.137
const EARTH_GRAVITY = 398_600.4418

/** SATCAT data of real objects. */
const real: Readonly<Record<number, { owner: string; launched: string; site: string; rcs: string }>> = {
  20580: { owner: 'US', launched: '1990-04-24', site: 'AFETR', rcs: '28.0799' },
  25544: { owner: 'ISS', launched: '1998-11-20', site: 'TYMSC', rcs: '399.0524' },
  27386: { owner: 'ESA', launched: '2002-03-01', site: 'FRGUI', rcs: '18.6071' },
  48274: { owner: 'PRC', launched: '2021-04-29', site: 'WSC', rcs: '' },
}

/** Formats `satcat.csv`: 17 columns, CRLF, ascending by number. No object has decayed. */
export function formatSatcat(objects: readonly Elements[]): string {
  const rows = objects.map(toSatcatRow)
  return [HEADER, ...rows].map((row) => `${row}\r\n`).join('')
}

function toSatcatRow(object: Elements): string {
  const { NORAD_CAT_ID, OBJECT_NAME, OBJECT_ID, MEAN_MOTION, ECCENTRICITY, INCLINATION } = object
  const axis = Math.cbrt(EARTH_GRAVITY / ((MEAN_MOTION * 2 * Math.PI) / 86_400) ** 2)
  const known = real[NORAD_CAT_ID]
  const type = objectType(OBJECT_NAME)
  return [
    OBJECT_NAME,
    OBJECT_ID,
    NORAD_CAT_ID,
    type,
    type === 'PAY' ? '+' : '',
    known?.owner ?? sampleOwner(OBJECT_NAME, NORAD_CAT_ID, type === 'PAY'),
    known?.launched ?? `${OBJECT_ID.slice(0, 4)}-07-01`,
    known?.site ?? 'UNK',
    '',
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
