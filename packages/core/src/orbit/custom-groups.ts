import { matchesFilter, type ObjectTraits } from '#orbit/custom-filter'
import type { CustomGrid, CustomShell } from '#orbit/custom-shell'

/** The objects of a run or a slice, grouped by the custom shells that count them. */
export interface CustomGroups {
  /** Grids of the custom shells. */
  readonly grids: readonly CustomGrid[]
  /** Group of each object. */
  readonly groups: Uint32Array
  /** Indices of the custom shells that count the objects of each group. */
  readonly shellsByGroup: readonly Uint16Array[]
}

/** Groups objects by the set of custom shells whose filter they meet. */
export function groupObjects(
  customShells: readonly CustomShell[],
  objects: Iterable<ObjectTraits>,
): CustomGroups {
  const filters = distinctFilters(customShells)
  const shellsByGroup: Uint16Array[] = []
  const known = new Map<string, number>()
  const groups = Uint32Array.from(objects, (object) => {
    const met = filters.map(({ filter }) => matchesFilter(filter, object))
    const key = met.map(Number).join('')
    const group = known.get(key) ?? shellsByGroup.length
    if (group === shellsByGroup.length) {
      known.set(key, group)
      const shells = filters.flatMap(({ shells }, filter) => (met[filter] ? shells : []))
      shellsByGroup.push(Uint16Array.from(shells).sort())
    }
    return group
  })
  return { grids: customShells.map(({ grid }) => grid), groups, shellsByGroup }
}

/**
 * Returns the order in which objects are counted: by group, then type, as each change costs an addition. The
 * order itself if there are no custom shells.
 */
export function orderByGroup({ grids, groups }: CustomGroups, types: Uint8Array): Uint32Array {
  const order = Uint32Array.from(groups.keys())
  if (grids.length === 0) return order
  return order.sort((a, b) => groups[a]! - groups[b]! || types[a]! - types[b]! || a - b)
}

/** Returns the groups of some objects, without the groups that none of them is in. */
export function selectGroups(
  { grids, groups, shellsByGroup }: CustomGroups,
  objects: Uint32Array,
): CustomGroups {
  const found = new Map<number, number>()
  const selected = objects.map((object) => {
    const group = groups[object]!
    if (!found.has(group)) found.set(group, found.size)
    return found.get(group)!
  })
  return { grids, groups: selected, shellsByGroup: [...found.keys()].map((group) => shellsByGroup[group]!) }
}

interface SharedFilter {
  readonly filter: CustomShell['filter']
  /** Indices of the custom shells that have it. */
  readonly shells: number[]
}

function distinctFilters(customShells: readonly CustomShell[]): SharedFilter[] {
  const byText = new Map<string, SharedFilter>()
  for (const [index, { filter }] of customShells.entries()) {
    const text = JSON.stringify(filter)
    const shared = byText.get(text) ?? { filter, shells: [] }
    shared.shells.push(index)
    byText.set(text, shared)
  }
  return [...byText.values()]
}
