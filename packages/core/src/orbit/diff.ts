import { apogeeKm, type ElementSet, type ObjectType, perigeeKm } from '#orbit/element-set'
import { type ShellGrid, shellEdgesKm } from '#orbit/shell-grid'
import { SAMPLES_PER_OBJECT } from '#orbit/shell-sampler'

/** What a difference tells of an object. */
export interface ListedObject {
  readonly norad_id: number
  readonly name: string
  readonly international_designator: string | null
  readonly object_type: ObjectType
  readonly perigee_km: number
  readonly apogee_km: number
  readonly inclination_deg: number
}

/** Why an object is new in a catalogue: it was never in one, or comes back to it. */
export const addedReasons = ['new', 'back'] as const
/** Why an object is in a catalogue no more: SATCAT has the date of its decay, or nothing tells. */
export const removedReasons = ['decayed', 'gone'] as const

/** An object that a difference lists, and why. */
type Added = ListedObject & { readonly reason: (typeof addedReasons)[number] }
type Removed = ListedObject & { readonly reason: (typeof removedReasons)[number] }

/** One side of a difference. */
export interface Side {
  /** The members of its catalogue, in the order of their numbers. */
  readonly objects: readonly ListedObject[]
  /** Members that are too old to be propagated. */
  readonly stale: number
  readonly grid: ShellGrid
  /** Samples in range, by shell. */
  readonly samplesByShell: readonly number[]
}

/** What changed from one run to the next; lists are in the order of catalogue numbers. */
export interface CatalogueDiff {
  readonly added_count: number
  readonly removed_count: number
  readonly added: readonly Added[]
  readonly removed: readonly Removed[]
  /** Members of the catalogue whose elements are too old to be propagated: neither added nor removed by that. */
  readonly stale_count: number
  readonly net_by_shell: readonly { readonly altitude_min_km: number; readonly delta_objects: number }[]
  readonly truncated: boolean
}

/** Longest list of a difference. */
const LONGEST_LIST = 5_000

export function listedObject(elementSet: ElementSet, object_type: ObjectType): ListedObject {
  const { norad_id, name, international_designator, inclination_deg } = elementSet
  return {
    norad_id,
    name,
    international_designator,
    object_type,
    perigee_km: toMetres(perigeeKm(elementSet)),
    apogee_km: toMetres(apogeeKm(elementSet)),
    inclination_deg,
  }
}

/** What else is known of the objects that come and go. */
interface KnownOf {
  /** Whether an object was in a catalogue before the run before. */
  readonly wasThere: (norad_id: number) => boolean
  readonly hasDecayed: (norad_id: number) => boolean
}

/** Objects that are in the catalogue of one side and not of the other, and what that did to every shell that both have. */
export function diffOf(before: Side, after: Side, { wasThere, hasDecayed }: KnownOf): CatalogueDiff {
  const added = missingFrom(before, after).map(
    (object): Added => ({ ...object, reason: wasThere(object.norad_id) ? 'back' : 'new' }),
  )
  const removed = missingFrom(after, before).map(
    (object): Removed => ({ ...object, reason: hasDecayed(object.norad_id) ? 'decayed' : 'gone' }),
  )
  return {
    added_count: added.length,
    removed_count: removed.length,
    added: added.slice(0, LONGEST_LIST),
    removed: removed.slice(0, LONGEST_LIST),
    stale_count: after.stale,
    net_by_shell: netByShell(before, after),
    truncated: Math.max(added.length, removed.length) > LONGEST_LIST,
  }
}

function missingFrom(side: Side, other: Side): ListedObject[] {
  const known = new Set(side.objects.map(({ norad_id }) => norad_id))
  return other.objects.filter(({ norad_id }) => !known.has(norad_id))
}

function netByShell(before: Side, after: Side): CatalogueDiff['net_by_shell'] {
  const earlier = new Map(before.samplesByShell.map((samples, i) => [edgesOf(before, i), samples]))
  return after.samplesByShell.flatMap((samples, i) => {
    const known = earlier.get(edgesOf(after, i))
    if (known === undefined) return []
    const delta = Number(((samples - known) / SAMPLES_PER_OBJECT).toPrecision(6))
    return [{ altitude_min_km: shellEdgesKm(after.grid, i).lowerKm, delta_objects: delta }]
  })
}

function edgesOf({ grid }: Side, shell: number): string {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return `${lowerKm} ${upperKm}`
}

function toMetres(km: number): number {
  return Math.round(km * 1_000) / 1_000
}
