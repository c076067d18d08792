/** SGP4 mean elements of one object, under their public names; `null` where the upstream has none. */
export interface ElementSet {
  readonly norad_id: number
  readonly name: string
  readonly international_designator: string | null
  /** ISO 8601 UTC with `Z` and as many fraction digits as the upstream sent. */
  readonly epoch: string
  readonly mean_motion_rev_per_day: number
  readonly eccentricity: number
  readonly inclination_deg: number
  readonly raan_deg: number
  readonly arg_of_pericenter_deg: number
  readonly mean_anomaly_deg: number
  readonly bstar_per_earth_radius: number
  /** As OMM and TLE print it: half of the first derivative. */
  readonly mean_motion_dot_rev_per_day2: number
  /** As OMM and TLE print it: a sixth of the second derivative. */
  readonly mean_motion_ddot_rev_per_day3: number
  readonly element_set_no: number
  readonly rev_at_epoch: number
  readonly classification: string
  readonly ephemeris_type: number
}

export const objectTypes = ['payload', 'rocket_body', 'debris', 'unknown'] as const
export type ObjectType = (typeof objectTypes)[number]

const GM_KM3_PER_S2 = 398_600.4418
const EQUATORIAL_RADIUS_KM = 6_378.137

/** Kepler's axis of the mean motion as it is, without J2, by GM 398600.4418 km³/s² (WGS 84): Space-Track's. */
export function semiMajorAxisKm({ mean_motion_rev_per_day }: ElementSet): number {
  const radiansPerSecond = (mean_motion_rev_per_day * 2 * Math.PI) / 86_400
  return Math.cbrt(GM_KM3_PER_S2 / radiansPerSecond ** 2)
}

export function periodMin({ mean_motion_rev_per_day }: ElementSet): number {
  return 1_440 / mean_motion_rev_per_day
}

/** Mean height of the apogee above the equatorial radius of WGS 84, 6378.137 km. */
export function apogeeKm(elementSet: ElementSet): number {
  return semiMajorAxisKm(elementSet) * (1 + elementSet.eccentricity) - EQUATORIAL_RADIUS_KM
}

/** Mean height of the perigee above the equatorial radius of WGS 84, 6378.137 km; below zero at re-entry. */
export function perigeeKm(elementSet: ElementSet): number {
  return semiMajorAxisKm(elementSet) * (1 - elementSet.eccentricity) - EQUATORIAL_RADIUS_KM
}

/**
 * What SATCAT's naming convention says an object is: `&` joins a payload to its stage, kick motors (AKM, PKM) are
 * stages, a bare `OBJECT B` is not identified yet, `TRANSPORTER-16 OBJECT B` is a payload.
 */
export function objectType(name: string): ObjectType {
  if (/\b(DEB|COOLANT|FUEL CORE|NEEDLES|PLAT)\b/.test(name)) return 'debris'
  if (/\b(R\/B|AKM|PKM)\b/.test(name) && !name.includes(' & ')) return 'rocket_body'
  if (/^(OBJECT [A-Z]+$|UNKNOWN\b|TBA\b|TBD\b)/.test(name)) return 'unknown'
  return 'payload'
}
