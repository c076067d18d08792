import type { Family, Range } from '#celestrak/families'
import type { Draft } from '#celestrak/omm'
import { random } from '#storm'
import { DAY, withoutZone } from '#time'

const EARTH_RADIUS_KM = 6_378.135
const EARTH_GRAVITY = 398_600.8
/** Number of an invented launch on 1 January; the day of the year is added. */
const FIRST_LAUNCH = 600

/** Properties that distinguish invented objects with the same family and catalogue number. */
interface Variant {
  readonly seed?: number
  /** Launch as in designators, such as `2026-812`. @default any in the years of the family */
  readonly launch?: string | undefined
}

/**
 * Returns an object of a family, always the same for a catalogue number and a seed.
 * @param number stands for `#` in the name of the family
 */
export function invent(
  family: Family,
  noradId: number,
  number: string,
  { seed = 0, launch }: Variant = {},
): Draft {
  const share = (salt: number) => random(noradId, 1_000 * seed + salt)
  const pick = ([low, high]: Range, salt: number) => low + (high - low) * share(salt)
  const [first, last] = family.launched
  const year = Math.floor(pick([first, last + 1], 1))
  const perigee = pick(family.perigeeKm, 2)
  const height = pick(family.heightKm, 3)
  const semiMajorAxis = EARTH_RADIUS_KM + perigee + height / 2
  const meanMotion = Math.sqrt(EARTH_GRAVITY / semiMajorAxis ** 3) * (86_400 / (2 * Math.PI))
  const drag = perigee > 2_000 ? 0 : Math.exp(-(perigee - 450) / 90) * (0.5 + share(4))
  return {
    elements: {
      OBJECT_NAME: family.name.replace('#', number),
      OBJECT_ID: `${launch ?? launchOf(Date.UTC(year, 0, 1 + Math.floor(share(5) * 365)))}${letters(noradId)}`,
      MEAN_MOTION: round(meanMotion, 8),
      ECCENTRICITY: round(height / 2 / semiMajorAxis, 8),
      INCLINATION: round(pick(family.inclinationDeg, 6), 4),
      RA_OF_ASC_NODE: round(360 * share(7), 4),
      ARG_OF_PERICENTER: round(360 * share(8), 4),
      MEAN_ANOMALY: round(360 * share(9), 4),
      EPHEMERIS_TYPE: 0,
      CLASSIFICATION_TYPE: 'U',
      NORAD_CAT_ID: noradId,
      ELEMENT_SET_NO: 999,
      REV_AT_EPOCH: Math.floor(share(10) * 100_000),
      BSTAR: Number(Math.min(2e-3, 3e-4 * drag ** 0.3).toPrecision(5)),
      MEAN_MOTION_DOT: round(Math.min(1e-3, 6e-5 * drag), 8),
      MEAN_MOTION_DDOT: 0,
    },
    groups: family.groups,
  }
}

/** Returns the invented launch of a day: numbers of real ones are lower. */
export function launchOf(day: number): string {
  const year = new Date(day).getUTCFullYear()
  return `${year}-${FIRST_LAUNCH + Math.floor((day - Date.UTC(year, 0, 1)) / DAY)}`
}

/** Returns the day of an invented launch, given a designator, as a date. */
export function launchDate(designator: string): string {
  const [year, launch] = [Number(designator.slice(0, 4)), Number(designator.slice(5, 8))]
  return withoutZone(Date.UTC(year, 0, 1) + Math.max(0, launch - FIRST_LAUNCH) * DAY).slice(0, 10)
}

/** Returns three piece letters; I and O are not used. */
function letters(n: number): string {
  return [n / 576, n / 24, n].map((digit) => 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(digit % 24)).join('')
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
