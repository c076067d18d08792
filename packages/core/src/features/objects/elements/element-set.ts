/** SGP4 mean elements of one object, with the field names of the API; `null` if the upstream has no value. */
export interface ElementSet {
  readonly noradId: number
  readonly name: string
  readonly internationalDesignator: string | null
  /** ISO 8601 UTC with `Z`, with the fraction digits of the upstream. */
  readonly epoch: string
  readonly meanMotionRevPerDay: number
  readonly eccentricity: number
  readonly inclinationDeg: number
  readonly raanDeg: number
  readonly argOfPericenterDeg: number
  readonly meanAnomalyDeg: number
  readonly bstarPerEarthRadius: number
  /** Half of the first derivative, as in OMM and TLE. */
  readonly meanMotionDotRevPerDay2: number
  /** A sixth of the second derivative, as in OMM and TLE. */
  readonly meanMotionDdotRevPerDay3: number
  readonly elementSetNo: number
  readonly revAtEpoch: number
  readonly classification: string
  readonly ephemerisType: number
}

/** Object types, in the order of the counters by type. */
export const objectTypes = ['payload', 'rocket_body', 'debris', 'unknown'] as const
export type ObjectType = (typeof objectTypes)[number]

const GM_KM3_PER_S2 = 398_600.4418
const EQUATORIAL_RADIUS_KM = 6_378.137

/**
 * Returns the semi-major axis from the mean motion by Kepler's third law, without J2 and with GM of WGS 84
 * (398600.4418 km³/s²), as Space-Track does.
 */
export function semiMajorAxisKm({ meanMotionRevPerDay }: ElementSet): number {
  const radiansPerSecond = (meanMotionRevPerDay * 2 * Math.PI) / 86_400
  return Math.cbrt(GM_KM3_PER_S2 / radiansPerSecond ** 2)
}

/** Returns the orbital period in minutes. */
export function periodMin({ meanMotionRevPerDay }: ElementSet): number {
  return 1_440 / meanMotionRevPerDay
}

/** Returns the altitude of the mean apogee above the equatorial radius of WGS 84, 6378.137 km. */
export function apogeeKm(elementSet: ElementSet): number {
  return semiMajorAxisKm(elementSet) * (1 + elementSet.eccentricity) - EQUATORIAL_RADIUS_KM
}

/** Returns the altitude of the mean perigee above the equatorial radius of WGS 84; negative at re-entry. */
export function perigeeKm(elementSet: ElementSet): number {
  return semiMajorAxisKm(elementSet) * (1 - elementSet.eccentricity) - EQUATORIAL_RADIUS_KM
}

/**
 * Derives an object's type from its name by SATCAT's conventions: `&` joins a payload to its stage, kick
 * motors (AKM, PKM) are rocket bodies, a bare `OBJECT B` is unidentified, `TRANSPORTER-16 OBJECT B` is a
 * payload.
 */
export function objectTypeFromName(name: string): ObjectType {
  if (/\b(DEB|COOLANT|FUEL CORE|NEEDLES|PLAT)\b/.test(name)) return 'debris'
  if (/\b(R\/B|AKM|PKM)\b/.test(name) && !name.includes(' & ')) return 'rocket_body'
  if (/^(OBJECT [A-Z]+$|UNKNOWN\b|TBA\b|TBD\b)/.test(name)) return 'unknown'
  return 'payload'
}

/** Rounds to 3 decimals: to the metre in km. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
