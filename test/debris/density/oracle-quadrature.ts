import type { ElementSet } from '@space-data/core/debris'
import { sgp4 } from 'satellite.js'
import { toSatrec } from '../../../packages/core/src/features/objects/orbit/propagate.ts'

/** WGS 72, in Earth radii. */
const UNIT_KM = 6_378.135
const J2 = 0.001082616
const J3 = -0.00000253881
const NODES = 720

/**
 * Oracle B: an object's altitudes at equal steps of mean anomaly through one revolution, from its mean
 * elements in the middle of the day, with Brouwer's first-order terms of J2 in the radius and J3's shift of
 * the eccentricity.
 */
export function altitudesOfRevolution(set: ElementSet, middle: number): number[] {
  const satrec = toSatrec(set)
  const mean = satrec && sgp4(satrec, (middle - Date.parse(set.epoch)) / 60_000)?.meanElements
  if (!mean || satrec.tempa <= 0) return []
  const { am: axis, em: eccentricity, im: inclination, om: argument } = mean
  const sine = Math.sin(inclination)
  const cosine = Math.cos(inclination)
  const eX = eccentricity * Math.cos(argument)
  const eY = eccentricity * Math.sin(argument) - (J3 * sine) / (2 * J2 * axis * (1 - eccentricity ** 2))
  const e = Math.hypot(eX, eY)
  const perigee = Math.atan2(eY, eX)
  const parameter = axis * (1 - e * e)
  const shape = Math.sqrt(1 - e * e)
  return Array.from({ length: NODES }, (_, node) => {
    const eccentric = solveKepler(((node + 0.5) / NODES) * 2 * Math.PI, e)
    const kepler = axis * (1 - e * Math.cos(eccentric))
    const trueAnomaly =
      2 * Math.atan2(Math.sqrt(1 + e) * Math.sin(eccentric / 2), Math.sqrt(1 - e) * Math.cos(eccentric / 2))
    const swell = -(3 / 4) * (J2 / parameter ** 2) * shape * (3 * cosine ** 2 - 1) * kepler
    const twice = (J2 / (4 * parameter)) * sine ** 2 * Math.cos(2 * (trueAnomaly + perigee))
    return (kepler + swell + twice) * UNIT_KM - 6_378.137
  })
}

/**
 * Bisection's safety at Newton's pace is not needed: from here Newton falls monotonically for every e < 1.
 */
function solveKepler(mean: number, e: number): number {
  let eccentric = e < 0.8 ? mean : Math.PI
  for (let step = 0, change = 1; step < 50 && Math.abs(change) > 1e-13; step++) {
    change = (eccentric - e * Math.sin(eccentric) - mean) / (1 - e * Math.cos(eccentric))
    eccentric -= change
  }
  return eccentric
}
