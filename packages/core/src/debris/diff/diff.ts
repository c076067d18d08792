import { apogeeKm, type ObjectType, perigeeKm, rounded } from '#catalogue/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#catalogue/orbit/sampling'
import { isSequential } from '#catalogue/satcat/catalogue-numbers'
import type { CatalogueObject } from '#catalogue/satcat/catalogue-object'
import type { ShellCounts } from '#debris/density/shell-counts'
import { type ShellGrid, shellEdgesKm } from '#debris/density/shell-grid'

/** An object in a catalogue difference. */
export interface ListedObject {
  readonly norad_id: number
  readonly name: string
  readonly international_designator: string | null
  readonly object_type: ObjectType
  readonly perigee_km: number
  readonly apogee_km: number
  readonly inclination_deg: number
}

/** Why an object was added: it was numbered since the run before, or earlier than that. */
export const addedReasons = ['new', 'back'] as const
/** Why an object was removed: SATCAT has its decay date, or the reason is unknown. */
export const removedReasons = ['decayed', 'gone'] as const

type Added = ListedObject & { readonly reason: (typeof addedReasons)[number] }
type Removed = ListedObject & { readonly reason: (typeof removedReasons)[number] }

/** One of the two catalogues compared, and the run of it. */
interface Side {
  /** All its objects by number, in the order of the numbers. */
  readonly objects: ReadonlyMap<number, CatalogueObject>
  readonly counts: Pick<ShellCounts, 'stale'>
  readonly grid: ShellGrid
  /** Samples in range, by shell. */
  readonly samplesByShell: readonly number[]
}

/** Changes from one run to the next. Lists are in the order of catalogue numbers. */
export interface CatalogueDiff {
  readonly added_count: number
  readonly removed_count: number
  readonly added: readonly Added[]
  readonly removed: readonly Removed[]
  /** Number of objects too old to be propagated. Becoming stale is neither an addition nor a removal. */
  readonly stale_count: number
  readonly net_by_shell: readonly { readonly altitude_min_km: number; readonly delta_objects: number }[]
  readonly truncated: boolean
}

/** Maximum length of each list. */
const MAX_LISTED = 5_000

/** Returns the members of an object that a difference lists, as they are served. */
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

/** What is known about added and removed objects beyond the two catalogues. */
interface CatalogueHistory {
  /** The highest sequential catalogue number of `before` and all catalogues before it. */
  readonly highestBefore: number
  readonly hasDecayed: (noradId: number) => boolean
}

/**
 * Compares two catalogues: objects in only one of them, and the change in every shell that both grids have.
 * Only an object whose number is above all earlier ones is new. Any other was numbered before: it was lost
 * and found again, or its elements are published later than those of a higher number.
 */
export function diffCatalogues(
  before: Side,
  after: Side,
  { highestBefore, hasDecayed }: CatalogueHistory,
): CatalogueDiff {
  const isNew = ({ norad_id }: ListedObject) => norad_id > highestBefore && isSequential(norad_id)
  const added = onlyIn(before, after).map(
    (object): Added => ({ ...object, reason: isNew(object) ? 'new' : 'back' }),
  )
  const removed = onlyIn(after, before).map(
    (object): Removed => ({ ...object, reason: hasDecayed(object.norad_id) ? 'decayed' : 'gone' }),
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
  return [...other.objects]
    .filter(([noradId]) => !side.objects.has(noradId))
    .map(([, object]) => listedObject(object))
}

function netByShell(before: Side, after: Side): CatalogueDiff['net_by_shell'] {
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
