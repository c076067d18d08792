import { apogeeKm, type ObjectType, perigeeKm, rounded } from '#features/objects/elements/element-set'
import {
  type CatalogueObject,
  rcsClassOf,
  type TrackedObject,
  toObjectMembers,
} from '#features/objects/satcat/catalogue-object'

const DAY_MS = 86_400_000

/** An object of the list. */
export type ListObject = ReturnType<typeof toListObject>

/**
 * Returns an object in the form of the list. `fetchedAt` is the fetch time of the catalogue, in epoch
 * milliseconds.
 */
export function toListObject(object: TrackedObject, fetchedAt: number) {
  // Uses `Object.assign`, as spreading into another object makes the list of all objects three times as slow.
  return Object.assign(toObjectMembers(object), {
    rcs_class: rcsClassOf(object.rcsM2),
    first_seen: object.firstSeen,
    age_days: rounded((fetchedAt - Date.parse(object.elements.epoch)) / DAY_MS),
  })
}

/** Objects that a client requests. An absent member selects all. */
export interface ObjectFilter {
  readonly types?: readonly ObjectType[] | undefined
  readonly owners?: readonly string[] | undefined
  /** An object matches if a part of its orbit, from perigee to apogee, is between the two altitudes, km. */
  readonly altitudeMinKm?: number | undefined
  readonly altitudeMaxKm?: number | undefined
  readonly inclinationMinDeg?: number | undefined
  readonly inclinationMaxDeg?: number | undefined
  readonly ids?: readonly number[] | undefined
}

/** Returns whether an object matches a filter. Ranges include both ends. */
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
