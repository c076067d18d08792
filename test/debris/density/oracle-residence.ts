import type { ElementSet } from '@space-data/core/debris'

const EARTH_KM = 6_378.137
const GM = 398_600.4418

/**
 * Oracle A, after Kessler and Öpik: the share of its time that an object on an unperturbed ellipse spends
 * below an altitude, from Kepler's equation alone.
 */
export function timeBelow(set: ElementSet, altitudeKm: number): number {
  const axis = Math.cbrt(GM * (86_400 / (2 * Math.PI * set.meanMotionRevPerDay)) ** 2)
  const radius = EARTH_KM + altitudeKm
  if (radius <= axis * (1 - set.eccentricity)) return 0
  if (radius >= axis * (1 + set.eccentricity)) return 1
  const anomaly = Math.acos((1 - radius / axis) / set.eccentricity)
  return (anomaly - set.eccentricity * Math.sin(anomaly)) / Math.PI
}

/** The share of its time that an object on a circle spends south of a latitude. */
export function timeSouthOf(set: ElementSet, latitudeDeg: number): number {
  const highest = Math.sin((set.inclinationDeg * Math.PI) / 180)
  const sine = Math.sin((latitudeDeg * Math.PI) / 180)
  if (Math.abs(sine) >= highest) return sine > 0 ? 1 : 0
  return 0.5 + Math.asin(sine / highest) / Math.PI
}
