import type { ElementSet } from '@space-data/core/debris'
import { iso } from '../../../packages/core/src/kernel/kit/time.ts'

/** Element sets of made-up objects on circular orbits from 400 km up, by number from `first` on. */
export function elementSets(count: number, epochAt: number, first = 100_000): ElementSet[] {
  return Array.from({ length: count }, (_, i) => elementSet(first + i, epochAt))
}

export function elementSet(noradId: number, epochAt: number): ElementSet {
  const axis = 6_378.137 + 400 + (noradId % 1_500)
  return {
    noradId,
    name: noradId % 3 === 0 ? `FENGYUN ${noradId} DEB` : `SAT ${noradId}`,
    internationalDesignator: `2020-001${String.fromCharCode(65 + (noradId % 26))}`,
    epoch: iso(epochAt),
    meanMotionRevPerDay: (Math.sqrt(398_600.4418 / axis ** 3) * 86_400) / (2 * Math.PI),
    eccentricity: 0.001,
    inclinationDeg: 20 + (noradId % 90),
    raanDeg: (noradId * 37) % 360,
    argOfPericenterDeg: 10,
    meanAnomalyDeg: (noradId * 113) % 360,
    bstarPerEarthRadius: 0,
    meanMotionDotRevPerDay2: 0,
    meanMotionDdotRevPerDay3: 0,
    elementSetNo: 999,
    revAtEpoch: 1,
    classification: 'U',
    ephemerisType: 0,
  }
}
