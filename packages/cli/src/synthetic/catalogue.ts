import type { Elements } from '#sample/celestrak/omm'
import { random } from '#sample/storm'
import { DAY } from '#sample/time'
import { type Cell, population } from '#synthetic/population'

/** Real numbers end far below, so that an invented object is never taken for one. */
const FIRST_NUMBER = 500_000_001
/** Objects that come, and as many that go, from one day to the next. */
const NEW_A_DAY = 12
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2
const EARTH_RADIUS_KM = 6_378.135
const EARTH_GRAVITY = 398_600.8

/**
 * Invented objects in the orbits of real ones, as of `epoch` (epoch milliseconds): always the same for the same day,
 * count and seed. From one day to the next twelve go and twelve come; the others stay where they were.
 */
export function syntheticCatalogue(count: number, epoch: number, seed = 1): Elements[] {
  const first = FIRST_NUMBER + Math.floor(epoch / DAY) * NEW_A_DAY
  return Array.from({ length: count }, (_, i) => objectOf(first + i, epoch, seed))
}

function objectOf(noradId: number, epoch: number, seed: number): Elements {
  const share = (salt: number) => random(noradId, 1_000 * seed + salt)
  const cell = cellAt((noradId * GOLDEN_RATIO + random(seed, 0)) % 1)
  const within = ([from, to]: Cell['perigeeKm'], salt: number) => from + (to - from) * share(salt)
  const perigee = within(cell.perigeeKm, 1)
  const height = within(cell.heightKm, 2)
  const semiMajorAxis = EARTH_RADIUS_KM + perigee + height / 2
  const meanMotion = Math.sqrt(EARTH_GRAVITY / semiMajorAxis ** 3) * (86_400 / (2 * Math.PI))
  const drag = perigee > 2_000 ? 0 : Math.exp(-(perigee - 450) / 90) * (0.5 + share(3))
  const launched = 1970 + Math.floor(55 * Math.sqrt(share(4)))
  return {
    OBJECT_NAME: nameOf(noradId, cell, share(5)),
    OBJECT_ID: `${launched}-${String(600 + Math.floor(share(6) * 400))}${letters(noradId)}`,
    EPOCH: epochOf(epoch - ageMs(share(7), share(8))),
    MEAN_MOTION: meanMotion,
    ECCENTRICITY: height / 2 / semiMajorAxis,
    INCLINATION: within(cell.inclinationDeg, 9),
    RA_OF_ASC_NODE: 360 * share(10),
    ARG_OF_PERICENTER: 360 * share(11),
    MEAN_ANOMALY: 360 * share(12),
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: noradId,
    ELEMENT_SET_NO: 999,
    REV_AT_EPOCH: Math.floor(share(13) * 100_000),
    BSTAR: rounded(Math.min(2e-3, 3e-4 * drag ** 0.3)),
    MEAN_MOTION_DOT: rounded(Math.min(1e-3, 6e-5 * drag)),
    MEAN_MOTION_DDOT: 0,
  }
}

const total = population.reduce((sum, { objects }) => sum + objects, 0)
const shareBelow: number[] = []
for (const { objects } of population) shareBelow.push((shareBelow.at(-1) ?? 0) + objects / total)

/** The cell at a share of the whole population, counted from the first one. */
function cellAt(share: number): Cell {
  let [from, to] = [0, population.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (share < shareBelow[middle]!) to = middle
    else from = middle + 1
  }
  return population[from]!
}

/** Nearly circular orbits are mostly kept by payloads, long ones by stages; what is between is mostly debris. */
function nameOf(noradId: number, { heightKm: [height] }: Cell, share: number): string {
  const [payloads, stages] = height < 5 ? [0.93, 0.01] : height < 500 ? [0.27, 0.08] : [0.2, 0.3]
  const name = `SYNTHETIC ${noradId - FIRST_NUMBER}`
  if (share < payloads) return name
  if (share < payloads + stages) return `${name} R/B`
  return share < 0.99 ? `${name} DEB` : `UNKNOWN ${noradId - FIRST_NUMBER}`
}

/** Four of five objects were seen within the day; one in fifty not for a month or more, and is stale. */
function ageMs(kind: number, share: number): number {
  if (kind < 0.8) return share * DAY
  if (kind < 0.94) return (1 + 2 * share) * DAY
  return (kind < 0.98 ? 3 + 9 * share : 31 + 60 * share) * DAY
}

/** UTC with microseconds and no zone, as the provider writes it. */
function epochOf(at: number): string {
  return new Date(at).toISOString().replace('Z', '000')
}

/** Piece letters, which skip I and O. */
function letters(n: number): string {
  return [n / 576, n / 24, n].map((digit) => 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(digit % 24)).join('')
}

/** To five digits, as the provider gives it. */
function rounded(value: number): number {
  return Number(value.toPrecision(5))
}
