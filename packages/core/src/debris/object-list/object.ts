import { apogeeKm, type ObjectType, perigeeKm, periodMin } from '#catalogue/elements/element-set'
import {
  type CatalogueObject,
  type rcsClasses,
  rcsClassOf,
  type TrackedObject,
} from '#catalogue/satcat/catalogue-object'

/** An object of the feed. */
export interface FeedObject {
  readonly norad_id: number
  readonly name: string
  readonly international_designator: string | null
  readonly object_type: ObjectType
  readonly epoch: string
  readonly mean_motion_rev_per_day: number
  readonly eccentricity: number
  readonly inclination_deg: number
  readonly raan_deg: number
  readonly arg_of_pericenter_deg: number
  readonly mean_anomaly_deg: number
  readonly bstar_per_earth_radius: number
  readonly mean_motion_dot_rev_per_day2: number
  readonly mean_motion_ddot_rev_per_day3: number
  readonly element_set_no: number
  readonly rev_at_epoch: number
  readonly classification: string
  readonly ephemeris_type: number
  readonly period_min: number
  readonly apogee_km: number
  readonly perigee_km: number
  readonly owner: string | null
  readonly launch_date: string | null
  readonly decay_date: string | null
  readonly rcs_m2: number | null
  readonly rcs_class: (typeof rcsClasses)[number] | null
  readonly first_seen: string | null
  readonly age_days: number
}

const DAY_MS = 86_400_000

/** Returns an object as the feed has it; `fetchedAt` is that of the catalogue, in epoch milliseconds. */
export function toFeedObject(object: TrackedObject, fetchedAt: number): FeedObject {
  const { elements, objectType, owner, launchDate, decayDate, rcsM2, firstSeen } = object
  return {
    norad_id: elements.noradId,
    name: elements.name,
    international_designator: elements.internationalDesignator,
    object_type: objectType,
    epoch: elements.epoch,
    mean_motion_rev_per_day: elements.meanMotionRevPerDay,
    eccentricity: elements.eccentricity,
    inclination_deg: elements.inclinationDeg,
    raan_deg: elements.raanDeg,
    arg_of_pericenter_deg: elements.argOfPericenterDeg,
    mean_anomaly_deg: elements.meanAnomalyDeg,
    bstar_per_earth_radius: elements.bstarPerEarthRadius,
    mean_motion_dot_rev_per_day2: elements.meanMotionDotRevPerDay2,
    mean_motion_ddot_rev_per_day3: elements.meanMotionDdotRevPerDay3,
    element_set_no: elements.elementSetNo,
    rev_at_epoch: elements.revAtEpoch,
    classification: elements.classification,
    ephemeris_type: elements.ephemerisType,
    period_min: rounded(periodMin(elements)),
    apogee_km: rounded(apogeeKm(elements)),
    perigee_km: rounded(perigeeKm(elements)),
    owner,
    launch_date: launchDate,
    decay_date: decayDate,
    rcs_m2: rcsM2,
    rcs_class: rcsClassOf(rcsM2),
    first_seen: firstSeen,
    age_days: rounded((fetchedAt - Date.parse(elements.epoch)) / DAY_MS),
  }
}

/** Which objects a client asks for; each absent member means all. */
export interface ObjectFilter {
  readonly types?: readonly ObjectType[] | undefined
  readonly owners?: readonly string[] | undefined
  /** An object matches if its orbit, from perigee to apogee, has a part between the two altitudes, km. */
  readonly altitudeMinKm?: number | undefined
  readonly altitudeMaxKm?: number | undefined
  readonly inclinationMinDeg?: number | undefined
  readonly inclinationMaxDeg?: number | undefined
  readonly ids?: readonly number[] | undefined
}

/** Whether an object matches a filter; both ends of a range belong to it. */
export function matchesFilter(
  { elements, objectType, owner }: CatalogueObject,
  filter: ObjectFilter,
): boolean {
  const { types, owners, ids, altitudeMinKm, altitudeMaxKm, inclinationMinDeg, inclinationMaxDeg } = filter
  if (ids && !ids.includes(elements.noradId)) return false
  if (types && !types.includes(objectType)) return false
  if (owners && (owner === null || !owners.includes(owner))) return false
  if (inclinationMinDeg !== undefined && elements.inclinationDeg < inclinationMinDeg) return false
  if (inclinationMaxDeg !== undefined && elements.inclinationDeg > inclinationMaxDeg) return false
  if (altitudeMinKm !== undefined && apogeeKm(elements) < altitudeMinKm) return false
  return altitudeMaxKm === undefined || perigeeKm(elements) <= altitudeMaxKm
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
