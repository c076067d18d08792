import type { ElementSet, ObjectType } from '#catalogue/elements/element-set'

/** An object of a catalogue: its elements, and what SATCAT has on it (`null` where it has nothing). */
export interface CatalogueObject {
  readonly elements: ElementSet
  readonly objectType: ObjectType
  readonly owner: string | null
  /** ISO 8601 dates, UTC. */
  readonly launchDate: string | null
  readonly decayDate: string | null
  /** Radar cross-section in square metres. */
  readonly rcsM2: number | null
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
