import type { ElementSets } from '#features/objects/celestrak/feeds'

/** Properties by which an object is found, in upper case. */
export interface IndexedObject {
  readonly noradId: number
  readonly name: string
  readonly designator: string
}

/** Returns the names and designators of element sets in upper case, ascending by number. */
export type ObjectIndex = (sets: ElementSets) => readonly IndexedObject[]

/** Creates the index of element sets, which is made once for each set that is cached. */
export function createObjectIndex(): ObjectIndex {
  const indexes = new WeakMap<ElementSets, readonly IndexedObject[]>()
  return (sets) => {
    const index = indexes.get(sets) ?? indexOf(sets)
    indexes.set(sets, index)
    return index
  }
}

function indexOf({ byNoradId }: ElementSets): readonly IndexedObject[] {
  return [...byNoradId.values()]
    .map(({ noradId, name, internationalDesignator }) => {
      return { noradId, name: name.toUpperCase(), designator: internationalDesignator ?? '' }
    })
    .sort((one, other) => one.noradId - other.noradId)
}
