import { apogeeKm, type ElementSet, type ObjectType, perigeeKm } from '#catalogue/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#catalogue/orbit/sampling'
import { isSequential } from '#catalogue/satcat/catalogue-numbers'
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

/** One of the two catalogues compared. */
export interface Side {
  /** All its objects, in the order of catalogue numbers. */
  readonly objects: readonly ListedObject[]
  /** Number of objects too old to be propagated. */
  readonly stale: number
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

/** Returns the fields of an object that a difference lists. */
export function listedObject(elementSet: ElementSet, object_type: ObjectType): ListedObject {
  const { noradId, name, internationalDesignator, inclinationDeg } = elementSet
  return {
    norad_id: noradId,
    name,
    international_designator: internationalDesignator,
    object_type,
    perigee_km: roundToMetres(perigeeKm(elementSet)),
    apogee_km: roundToMetres(apogeeKm(elementSet)),
    inclination_deg: inclinationDeg,
  }
}

/** What is known about added and removed objects beyond the two catalogues. */
interface CatalogueHistory {
  /** The highest sequential catalogue number of `before` and all catalogues before it. */
  readonly highestBefore: number
  readonly hasDecayed: (norad_id: number) => boolean
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
    stale_count: after.stale,
    net_by_shell: netByShell(before, after),
    truncated: Math.max(added.length, removed.length) > MAX_LISTED,
  }
}

function onlyIn(side: Side, other: Side): ListedObject[] {
  const known = new Set(side.objects.map(({ norad_id }) => norad_id))
  return other.objects.filter(({ norad_id }) => !known.has(norad_id))
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

function roundToMetres(km: number): number {
  return Math.round(km * 1_000) / 1_000
}
