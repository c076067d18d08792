import type { ObjectFilter } from '#features/debris/custom-groups/custom-shell'
import type { ObjectType } from '#features/objects/elements/element-set'

/** Properties of an object that a filter tests. */
export interface ObjectTraits {
  readonly objectType: ObjectType
  /** SATCAT's owner code; `null` if unknown, which no list of owners contains. */
  readonly owner: string | null
  readonly inclinationDeg: number
  /** Constellation to which the satellite belongs; `null` if the object is no such satellite. */
  readonly constellation: string | null
}

/** Returns whether an object meets every condition of a filter. */
export function matchesFilter(filter: ObjectFilter, object: ObjectTraits): boolean {
  const { objectTypes, owners, inclinationMinDeg = 0, inclinationMaxDeg = 180 } = filter
  const { objectType, owner, inclinationDeg, constellation } = object
  if (objectTypes && !objectTypes.includes(objectType)) return false
  if (owners && (owner === null || !owners.includes(owner))) return false
  if (inclinationDeg < inclinationMinDeg) return false
  if (inclinationDeg >= inclinationMaxDeg && inclinationMaxDeg !== 180) return false
  if (filter.constellation !== undefined && filter.constellation !== constellation) return false
  return (
    filter.constellations === undefined || (filter.constellations === 'only') === (constellation !== null)
  )
}
