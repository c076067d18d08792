import { matchesFilter, type ObjectTraits } from '#features/debris/custom-groups/custom-filter'
import type { CustomGrid, CustomShell } from '#features/debris/custom-groups/custom-shell'
import { objectTypes } from '#features/objects/elements/element-set'
import { bisect } from '#kernel/kit/bisect'

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
  const shellsByGroup: Uint16Array[] = []
  const groupByShells = new Map<string, number>()
  const groupByKind = new Map<string, number>()
  const kindOf = createKinds(customShells)
  const groups = Uint32Array.from(objects, (object) => {
    const kind = kindOf(object)
    const known = groupByKind.get(kind)
    if (known !== undefined) return known
    const shells = [...customShells.keys()].filter((i) => matchesFilter(customShells[i]!.filter, object))
    const group = groupByShells.get(shells.join()) ?? shellsByGroup.push(Uint16Array.from(shells)) - 1
    groupByShells.set(shells.join(), group)
    groupByKind.set(kind, group)
    return group
  })
  return { grids: customShells.map(({ grid }) => grid), groups, shellsByGroup }
}

/**
 * Returns a function that maps objects to a text. Texts are equal only if the objects meet the same filters.
 */
function createKinds(customShells: readonly CustomShell[]): (object: ObjectTraits) => string {
  const limits = customShells.flatMap(({ filter }) => [filter.inclinationMinDeg, filter.inclinationMaxDeg])
  const edges = Float64Array.from(new Set(limits.filter((limit) => limit !== undefined))).sort()
  const isByConstellation =
    edges.length === 0 && customShells.every(({ filter }) => !filter.objectTypes && !filter.owners)
  // Finding a name takes a tenth of the time of making a text and finding that.
  if (isByConstellation) return ({ constellation }) => constellation ?? ''
  return ({ objectType, owner, inclinationDeg, constellation }) =>
    `${objectType} ${owner} ${bisect(edges.length, (i) => edges[i]! <= inclinationDeg)} ${constellation}`
}

/**
 * Returns the order in which objects are counted: by group, then type, because each change costs an addition.
 * Without custom shells, the order is unchanged.
 */
export function orderByGroup({ grids, groups, shellsByGroup }: CustomGroups, types: Uint8Array): Uint32Array {
  if (grids.length === 0) return Uint32Array.from(groups.keys())
  const kinds = groups.map((group, i) => group * objectTypes.length + types[i]!)
  // Position of the next object of each kind.
  const next = new Uint32Array(shellsByGroup.length * objectTypes.length + 1)
  for (const kind of kinds) next[kind + 1]! += 1
  for (let kind = 1; kind < next.length; kind += 1) next[kind]! += next[kind - 1]!
  const order = new Uint32Array(groups.length)
  for (const [object, kind] of kinds.entries()) order[next[kind]!++] = object
  return order
}

/** Returns the non-empty groups of some objects. */
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
