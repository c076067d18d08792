import type * as v from 'valibot'
import type { ShellCounts } from '#features/debris/density/shell-counts'
import { type ShellGrid, shellEdgesKm } from '#features/debris/density/shell-grid'
import type { addedObject, ListedObject, removedObject } from '#features/debris/diff/diff-schemas'
import { apogeeKm, perigeeKm, rounded } from '#features/objects/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { isSequential } from '#features/objects/satcat/catalogue-numbers'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'

/** One of the two compared catalogues, and its run. */
interface Side {
  /** All objects by number, in the order of the numbers. */
  readonly objects: ReadonlyMap<number, CatalogueObject>
  readonly counts: Pick<ShellCounts, 'stale'>
  readonly grid: ShellGrid
  /** Samples in range, by shell. */
  readonly samplesByShell: readonly number[]
}

/** Changes from one run to the next. Lists are in the order of catalogue numbers. */
export type CatalogueDiff = ReturnType<typeof diffCatalogues>

/** Maximum length of each list. */
const MAX_LISTED = 5_000

/** Returns the served members of an object in a difference. */
export function listedObject({ elements, objectType }: CatalogueObject): ListedObject {
  const { noradId, name, internationalDesignator, inclinationDeg } = elements
  return {
    norad_id: noradId,
    name,
    international_designator: internationalDesignator,
    object_type: objectType,
    perigee_km: rounded(perigeeKm(elements)),
    apogee_km: rounded(apogeeKm(elements)),
    inclination_deg: inclinationDeg,
  }
}

/** Information about added and removed objects beyond the two catalogues. */
interface CatalogueHistory {
  /** The highest sequential catalogue number of `before` and all catalogues before it. */
  readonly highestBefore: number
  readonly hasDecayed: (noradId: number) => boolean
}

/**
 * Compares two catalogues: returns objects in only one of them, and the change in every shell that both grids
 * have. An object is new only if its number is above all earlier ones. Any other object was numbered before:
 * it was lost and found again, or its elements were published later than the elements of a higher number.
 */
export function diffCatalogues(before: Side, after: Side, { highestBefore, hasDecayed }: CatalogueHistory) {
  const isNew = ({ norad_id }: ListedObject) => norad_id > highestBefore && isSequential(norad_id)
  const added = onlyIn(before, after).map(
    (object): v.InferOutput<typeof addedObject> => ({ ...object, reason: isNew(object) ? 'new' : 'back' }),
  )
  const removed = onlyIn(after, before).map(
    (object): v.InferOutput<typeof removedObject> => ({
      ...object,
      reason: hasDecayed(object.norad_id) ? 'decayed' : 'gone',
    }),
  )
  return {
    added_count: added.length,
    removed_count: removed.length,
    added: added.slice(0, MAX_LISTED),
    removed: removed.slice(0, MAX_LISTED),
    stale_count: after.counts.stale,
    net_by_shell: netByShell(before, after),
    truncated: Math.max(added.length, removed.length) > MAX_LISTED,
  }
}

function onlyIn(side: Side, other: Side): ListedObject[] {
  const found: ListedObject[] = []
  for (const [noradId, object] of other.objects)
    if (!side.objects.has(noradId)) found.push(listedObject(object))
  return found
}

function netByShell(before: Side, after: Side) {
  const earlier = new Map(before.samplesByShell.map((samples, i) => [edgesKey(before, i), samples]))
  return after.samplesByShell.flatMap((samples, i) => {
    const known = earlier.get(edgesKey(after, i))
    if (known === undefined) return []
    const delta = Number(((samples - known) / SAMPLES_PER_OBJECT).toPrecision(6))
    return [{ altitude_min_km: shellEdgesKm(after.grid, i).lowerKm, delta_objects: delta }]
  })
}

function edgesKey({ grid }: Side, shell: number): string {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return `${lowerKm} ${upperKm}`
}
