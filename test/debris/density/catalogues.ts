import { createHash } from 'node:crypto'
import type { ElementSet, Tally } from '@space-data/core/debris'
import { capture } from '../../objects/elements/captures.ts'
import { readThreeLines } from '../../objects/elements/read-three-lines.ts'

export const T0 = Date.UTC(2022, 7, 10)
const STALE_MS = 30 * 86_400_000

/** Every `step`-th object of the whole public catalogue of 2022-08-09, without sets older than 30 days. */
export function realObjects(step: number): ElementSet[] {
  const lines = capture('celestrak/full-catalogue-2le.2022-08-09.txt')
    .split(/\r?\n/)
    .map((line) => line.replace('\uFEFF', ''))
  const firsts = lines.flatMap((line, i) => (line.startsWith('1 ') ? [i] : []))
  return firsts
    .filter((_, nth) => nth % step === 0)
    .map((i) => readThreeLines(lines[i]!, lines[i + 1]!))
    .filter(({ epoch }) => Math.abs(Date.parse(epoch) - T0) < STALE_MS)
}

const KINDS = ['ALPHA 1', 'ALPHA DEB', 'BETA R/B', 'OBJECT C']
const FAMILIES = [
  { perigeeKm: [500, 700], spreadKm: [0, 40], inclination: [50, 100] },
  { perigeeKm: [500, 1_500], spreadKm: [0, 300], inclination: [60, 110] },
  { perigeeKm: [200, 900], spreadKm: [3_000, 38_000], inclination: [0, 70] },
  { perigeeKm: [18_000, 22_000], spreadKm: [0, 500], inclination: [50, 65] },
  { perigeeKm: [35_700, 35_800], spreadKm: [0, 60], inclination: [0, 15] },
] as const

/** Seeded objects: low, sun-synchronous, transfer orbits, navigation and geostationary ones. */
export function syntheticObjects(count: number, seed = 1): ElementSet[] {
  const random = mulberry32(seed)
  const between = ([from, to]: readonly [number, number]) => from + (to - from) * random()
  return Array.from({ length: count }, (_, i) => {
    const family = FAMILIES[Math.floor(random() ** 2 * FAMILIES.length)]!
    const perigeeKm = between(family.perigeeKm)
    return objectAt({
      noradId: 100_000 + i,
      name: KINDS[i % KINDS.length]!,
      perigeeKm,
      apogeeKm: perigeeKm + between(family.spreadKm),
      inclinationDeg: between(family.inclination),
      raanDeg: 360 * random(),
      argOfPericenterDeg: 360 * random(),
      meanAnomalyDeg: 360 * random(),
      epoch: new Date(T0 - Math.floor(random() * 86_400_000)).toISOString(),
    })
  })
}

/** An object by the heights of its orbit's ends, without drag. */
export function objectAt({
  perigeeKm,
  apogeeKm = perigeeKm,
  ...rest
}: Partial<ElementSet> & { perigeeKm: number; apogeeKm?: number }): ElementSet {
  const axis = 6_378.137 + (perigeeKm + apogeeKm) / 2
  return {
    noradId: 100_000,
    name: 'ALPHA 1',
    internationalDesignator: null,
    epoch: new Date(T0).toISOString(),
    meanMotionRevPerDay: (86_400 / (2 * Math.PI)) * Math.sqrt(398_600.4418 / (axis * axis * axis)),
    eccentricity: (apogeeKm - perigeeKm) / 2 / axis,
    inclinationDeg: 50,
    raanDeg: 0,
    argOfPericenterDeg: 0,
    meanAnomalyDeg: 0,
    bstarPerEarthRadius: 0,
    meanMotionDotRevPerDay2: 0,
    meanMotionDdotRevPerDay3: 0,
    elementSetNo: 999,
    revAtEpoch: 0,
    classification: 'U',
    ephemerisType: 0,
    ...rest,
  }
}

/** One hash of all counters. */
export function hashOf({ counts, byType, stats }: Tally): string {
  return createHash('sha256').update(counts).update(byType).update(JSON.stringify(stats)).digest('hex')
}

/** The value below which the share `part` of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
