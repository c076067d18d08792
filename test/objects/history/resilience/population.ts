import type { ElementSet } from '@space-data/core/debris'
import { DAY, setOf } from '../sets.ts'

/** In the catalogues of 2022-01-22 and 2022-08-09 79 and 77 % have an epoch of the last day. */
const RENEWED = 0.78
/** The first night. */
export const START = Date.parse('2025-11-21T03:17:00Z')

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = randomNumbers(7)
const rounded = (value: number, units: number) => Math.round(value * units) / units
const angle = (value: number) => rounded(((value % 360) + 360) % 360, 1e4) % 360
const digits = (value: number) => Number(value.toPrecision(8))

/** An object of a made-up population of low orbits, with the digits that CelesTrak gives. */
function firstSet(noradId: number): ElementSet {
  return setOf(noradId, '2025-11-20T12:00:00.000000Z', {
    meanMotionRevPerDay: rounded(12.5 + 3 * random(), 1e8),
    eccentricity: rounded(0.0001 + 0.01 * random() ** 3, 1e8),
    inclinationDeg: rounded(30 + 70 * random(), 1e4),
    raanDeg: angle(360 * random()),
    argOfPericenterDeg: angle(360 * random()),
    meanAnomalyDeg: angle(360 * random()),
    bstarPerEarthRadius: digits(10 ** (-5 + 2 * random())),
    meanMotionDotRevPerDay2: rounded(10 ** (-6 + 3 * random()), 1e8),
  })
}

/** The next set of an object, with the scatter of fitted elements. */
function nextSet(set: ElementSet, at: number): ElementSet {
  const us = Math.floor((at * 1_000 - random() * 86_400e6) / 864) * 864
  const epoch = `${new Date(us / 1_000).toISOString().slice(0, 23)}${String(us % 1_000).padStart(3, '0')}Z`
  const days = (us / 1_000 - Date.parse(set.epoch)) / DAY
  const { meanMotionRevPerDay: n, eccentricity, inclinationDeg, meanMotionDotRevPerDay2: drag } = set
  const node = -6.5 * Math.cos((inclinationDeg * Math.PI) / 180)
  const pericenter =
    3 * (2 - 2.5 * Math.sin((inclinationDeg * Math.PI) / 180) ** 2) * days + 2 * (random() - 0.5)
  return {
    ...set,
    epoch,
    meanMotionRevPerDay: rounded(n + 2 * drag * days + 1e-5 * (random() - 0.5), 1e8),
    eccentricity: rounded(Math.abs(eccentricity + 2e-5 * (random() - 0.5)), 1e8),
    inclinationDeg: rounded(inclinationDeg + 0.004 * (random() - 0.5), 1e4),
    raanDeg: angle(set.raanDeg + node * days + 0.01 * (random() - 0.5)),
    argOfPericenterDeg: angle(set.argOfPericenterDeg + pericenter),
    meanAnomalyDeg: angle(set.meanAnomalyDeg + 360 * n * days - pericenter + 0.2 * (random() - 0.5)),
    revAtEpoch: Math.floor(set.revAtEpoch + n * days) % 100_000,
    bstarPerEarthRadius: digits(set.bstarPerEarthRadius * (0.9 + 0.2 * random())),
    meanMotionDotRevPerDay2: rounded(drag * (0.9 + 0.2 * random()), 1e8),
  }
}

/** The sets of a made-up population, numbered from 100000 on. */
export function firstSets(objects: number): ElementSet[] {
  return Array.from({ length: objects }, (_, i) => firstSet(100_000 + i))
}

/** The sets of the next night, of which most are new. */
export function nextSets(sets: readonly ElementSet[], at: number): ElementSet[] {
  return sets.map((set) => (random() < RENEWED ? nextSet(set, at) : set))
}
