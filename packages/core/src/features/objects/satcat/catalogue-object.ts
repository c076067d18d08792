import {
  apogeeKm,
  type ElementSet,
  type ObjectType,
  perigeeKm,
  periodMin,
  rounded,
} from '#features/objects/elements/element-set'
import type { SatcatFacts } from '#features/objects/satcat/satcat'

/** An object of a catalogue: its elements and its SATCAT data (`null` if SATCAT has none). */
export interface CatalogueObject extends SatcatFacts {
  readonly elements: ElementSet
  /** From SATCAT or, if SATCAT has none, from the name. */
  readonly objectType: ObjectType
}

/**
 * Returns the members of an object in JSON, with values derived from its elements. Written out, because a
 * loop over the table of fields would make the list of all objects eight times as slow.
 */
export function toObjectMembers(object: CatalogueObject) {
  const { elements, objectType, owner, launchDate, decayDate, rcsM2 } = object
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
  }
}

/** An object with its history in the catalogues of an instance. */
export interface TrackedObject extends CatalogueObject {
  /**
   * UTC day of the first catalogue with it; `null` if it is the first catalogue of all, or no longer known.
   */
  readonly firstSeen: string | null
  /** Number of the run in which it last entered the catalogue. */
  readonly addedIn: number
  /** Number of the run in which its elements or its SATCAT record last changed. */
  readonly changedIn: number
}

/** An object that left the catalogue and has not returned. */
export interface DepartedObject {
  readonly noradId: number
  /** `null` if it left before the oldest known run. */
  readonly name: string | null
  readonly reason: 'decayed' | 'gone'
  /** Number of the run in which it was first missing; 0 if no longer known. */
  readonly removedIn: number
  readonly firstSeen: string | null
}

/** Classes of radar cross-sections: below 0.1 m², up to 1 m², and above. */
export const rcsClasses = ['small', 'medium', 'large'] as const

/** Returns the class of a radar cross-section in square metres. */
export function rcsClassOf(rcsM2: number | null): (typeof rcsClasses)[number] | null {
  if (rcsM2 === null) return null
  if (rcsM2 < 0.1) return 'small'
  return rcsM2 <= 1 ? 'medium' : 'large'
}
