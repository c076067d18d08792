import { toElementMembers } from '#catalogue/elements/element-fields'
import {
  apogeeKm,
  type ElementSet,
  type ObjectType,
  perigeeKm,
  periodMin,
  rounded,
  semiMajorAxisKm,
} from '#catalogue/elements/element-set'
import type { SatcatEntry } from '#catalogue/satcat/satcat'

/** An object of a catalogue: its elements, and what SATCAT has on it (`null` where it has nothing). */
export interface CatalogueObject extends SatcatEntry {
  readonly elements: ElementSet
  /** As SATCAT has it, or else as the name tells. */
  readonly objectType: ObjectType
}

/** Returns the members of an object in JSON, with values derived from its elements. */
export function toObjectMembers(object: CatalogueObject) {
  const { elements, objectType, owner, launchDate, decayDate, rcsM2 } = object
  const { norad_id, name, international_designator, epoch, ...others } = toElementMembers(elements)
  const { element_set_no, rev_at_epoch, classification, ephemeris_type, ...mean } = others
  return {
    ...{ norad_id, name, international_designator, object_type: objectType, epoch },
    ...mean,
    ...{ element_set_no, rev_at_epoch, classification, ephemeris_type },
    semi_major_axis_km: rounded(semiMajorAxisKm(elements)),
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
  /** UTC day of the first catalogue with it; `null` if that is the first one of all, or no longer known. */
  readonly firstSeen: string | null
  /** Number of the run in which it entered the catalogue, the last time that it did. */
  readonly addedIn: number
  /** Number of the run in which its elements or its SATCAT record last changed. */
  readonly changedIn: number
}

/** An object that left the catalogue and has not returned. */
export interface DepartedObject {
  readonly noradId: number
  /** `null` if it left before the oldest run that is known. */
  readonly name: string | null
  readonly reason: 'decayed' | 'gone'
  /** Number of the run in which it was first missing; 0 if that is no longer known. */
  readonly removedIn: number
  readonly firstSeen: string | null
}

/** Classes of radar cross-sections: below 0.1 m², up to 1 m², above. */
export const rcsClasses = ['small', 'medium', 'large'] as const

/** Returns the class of a radar cross-section in square metres. */
export function rcsClassOf(rcsM2: number | null): (typeof rcsClasses)[number] | null {
  if (rcsM2 === null) return null
  if (rcsM2 < 0.1) return 'small'
  return rcsM2 <= 1 ? 'medium' : 'large'
}
