import type { ElementSet } from '@space-data/core/debris'

export const DAY = 86_400_000

/** A set of a made-up object with the digits that CelesTrak gives. */
export function setOf(noradId: number, epoch: string, changes: Partial<ElementSet> = {}): ElementSet {
  return {
    noradId,
    name: `SAMPLE ${noradId}`,
    internationalDesignator: '2020-001A',
    epoch,
    meanMotionRevPerDay: 15.49359774,
    eccentricity: 0.00072161,
    inclinationDeg: 51.6321,
    raanDeg: 53.3065,
    argOfPericenterDeg: 17.1615,
    meanAnomalyDeg: 342.9616,
    bstarPerEarthRadius: 7.969016e-5,
    meanMotionDotRevPerDay2: 3.997e-5,
    meanMotionDdotRevPerDay3: 0,
    elementSetNo: 999,
    revAtEpoch: 57_948,
    classification: 'U',
    ephemerisType: 0,
    ...changes,
  }
}
