import type { Elements } from '#celestrak/omm'
import { random } from '#storm'
import { type Cell, population } from '#synthetic/population'
import { DAY } from '#time'

/**
 * First number of the synthetic objects of 2026-01-01, above real ones. The sequence of catalogue numbers
 * ends at 269,999, so that numbers begin again after nine years.
 */
const FIRST_NUMBER = 200_001
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY
const DAYS = 3_300
/** Objects that are added, and removed, per day. */
const NEW_A_DAY = 12
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2
const EARTH_RADIUS_KM = 6_378.135
const EARTH_GRAVITY = 398_600.8

/**
 * Returns synthetic objects in realistic orbits, constant for the same day, count and seed. From one day to
 * the next, twelve are added and twelve removed; all others keep their orbits.
 * @param epoch epoch milliseconds
 */
export function syntheticCatalogue(count: number, epoch: number, seed = 1): Elements[] {
  const day = (Math.floor(epoch / DAY) - FIRST_DAY) % DAYS
  const first = FIRST_NUMBER + (day < 0 ? day + DAYS : day) * NEW_A_DAY
  return Array.from({ length: count }, (_, i) => createObject(first + i, epoch, seed))
}

function createObject(noradId: number, epoch: number, seed: number): Elements {
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
    OBJECT_NAME: objectName(noradId, cell, share(5)),
    OBJECT_ID: `${launched}-${String(600 + Math.floor(share(6) * 400))}${letters(noradId)}`,
    EPOCH: formatEpoch(epoch - ageMs(share(7), share(8))),
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

/** Returns the cell at a share of the cumulated population. */
function cellAt(share: number): Cell {
  let [from, to] = [0, population.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (share < shareBelow[middle]!) to = middle
    else from = middle + 1
  }
  return population[from]!
}

/**
 * Names an object by its orbit: nearly circular orbits are mostly payloads, those of the largest
 * constellation its satellites, elongated ones rocket bodies, others debris.
 */
function objectName(noradId: number, cell: Cell, share: number): string {
  const [height] = cell.heightKm
  const [payloads, stages] = height < 5 ? [0.93, 0.01] : height < 500 ? [0.27, 0.08] : [0.2, 0.3]
  const name = `SYNTHETIC ${noradId}`
  if (share < payloads) return isOfConstellation(cell) ? `STARLINK-${noradId}` : name
  if (share < payloads + stages) return `${name} R/B`
  return share < 0.99 ? `${name} DEB` : `UNKNOWN ${noradId}`
}

function isOfConstellation({ perigeeKm, heightKm, inclinationDeg }: Cell): boolean {
  const [lowest, height, inclination] = [perigeeKm[0], heightKm[0], inclinationDeg[0]]
  return height < 5 && lowest >= 430 && lowest < 570 && [42, 43, 52, 53].includes(Math.floor(inclination))
}

/** Returns the age of an element set: 80 % within a day, 2 % over a month, which counts as stale. */
function ageMs(kind: number, share: number): number {
  if (kind < 0.8) return share * DAY
  if (kind < 0.94) return (1 + 2 * share) * DAY
  return (kind < 0.98 ? 3 + 9 * share : 31 + 60 * share) * DAY
}

/** Formats UTC with microseconds and without a zone, as CelesTrak does. */
function formatEpoch(at: number): string {
  return new Date(at).toISOString().replace('Z', '000')
}

/** Returns piece letters; I and O are not used. */
function letters(n: number): string {
  return [n / 576, n / 24, n].map((digit) => 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(digit % 24)).join('')
}

/** Rounds to five digits, as CelesTrak does. */
function rounded(value: number): number {
  return Number(value.toPrecision(5))
}
