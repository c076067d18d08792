import type { Draft } from '#celestrak/omm'
import { type Family, families, type Range } from '#celestrak/population'
import { random } from '#storm'
import { DAY } from '#time'

/** First number of invented objects: the public catalogue skips 70000 to 99999. */
const FIRST_NUMBER = 70_001
/** First number of recent invented objects: six digits, far above the numbers in use. */
const FIRST_NEW_NUMBER = 190_001
const DAYS_SINCE_LAUNCH = 12
const EARTH_RADIUS_KM = 6_378.135
const EARTH_GRAVITY = 398_600.8

/** Returns the invented objects. They are constant, except for the launch year of the most recent ones. */
export function inventedObjects(updated: number): Draft[] {
  const launched = new Date(updated - DAYS_SINCE_LAUNCH * DAY)
  return [...settled, ...createObjects(newcomers, FIRST_NEW_NUMBER, launched.getUTCFullYear())]
}

const isNew = ({ launched }: Family) => launched === 'this month'
const newcomers = families.filter(isNew)
const settled = createObjects(
  families.filter((family) => !isNew(family)),
  FIRST_NUMBER,
  0,
)

function createObjects(of: readonly Family[], firstNumber: number, newestYear: number): Draft[] {
  const all = of.flatMap((family) => Array.from({ length: family.count }, (_, i) => ({ family, i })))
  return all.map(({ family, i }, n) => {
    const noradId = firstNumber + n
    const pick = ([low, high]: Range, salt: number) => low + (high - low) * random(noradId, salt)
    const year = family.launched === 'this month' ? newestYear : Math.floor(pick(family.launched, 1))
    const launch = family.launch ?? String(600 + families.indexOf(family))
    const perigee = pick(family.perigeeKm, 2)
    const height = pick(family.heightKm, 3)
    const semiMajorAxis = EARTH_RADIUS_KM + perigee + height / 2
    const drag = perigee > 2_000 ? 0 : Math.exp(-(perigee - 450) / 90) * (0.5 + random(noradId, 4))
    const meanMotion = Math.sqrt(EARTH_GRAVITY / semiMajorAxis ** 3) * (86_400 / (2 * Math.PI))
    const daysAloft = isNew(family) ? DAYS_SINCE_LAUNCH : 365 * (2027 - year)
    return {
      elements: {
        OBJECT_NAME: family.isDebris ? family.name : `${family.name}${String(i + 1).padStart(2, '0')}`,
        OBJECT_ID: `${year}-${launch}Z${letter(Math.floor(i / 24))}${letter(i)}`,
        MEAN_MOTION: round(meanMotion, 8),
        ECCENTRICITY: round(height / 2 / semiMajorAxis, 8),
        INCLINATION: round(pick(family.inclination, 5), 4),
        RA_OF_ASC_NODE: round(pick([0, 360], 6), 4),
        ARG_OF_PERICENTER: round(pick([0, 360], 7), 4),
        MEAN_ANOMALY: round(pick([0, 360], 8), 4),
        EPHEMERIS_TYPE: 0,
        CLASSIFICATION_TYPE: 'U',
        NORAD_CAT_ID: noradId,
        ELEMENT_SET_NO: 999,
        REV_AT_EPOCH: Math.floor(meanMotion * daysAloft) % 100_000,
        BSTAR: round(Math.min(2e-3, 2e-4 * drag ** 0.3 * (family.isDebris ? 3 : 1)) * Math.sign(drag), 11),
        MEAN_MOTION_DOT: round(Math.min(1e-3, 6e-5 * drag), 8),
        MEAN_MOTION_DDOT: 0,
      },
      groups: family.groups,
    }
  })
}

/** Returns a piece letter; I and O are not used. */
function letter(n: number): string {
  return 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(n % 24)
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
