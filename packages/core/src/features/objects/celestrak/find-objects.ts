import {
  CATALOGUE_KEY,
  catalogueKind,
  groupElementSets,
  groupKey,
  toPulled,
} from '#features/objects/celestrak/element-sets'
import type { ElementSets } from '#features/objects/celestrak/feeds'
import type { IndexedObject } from '#features/objects/celestrak/object-index'
import type { ObjectsContext } from '#features/objects/context'
import type { ElementSet } from '#features/objects/elements/element-set'
import { hours, isWithin } from '#kernel/kit/time'
import type { Pulled } from '#kernel/upstreams/upstream'

/** Conditions in upper case; all objects meet none. */
export interface ObjectSearch {
  /** Part of a name. */
  readonly name?: string | undefined
  /** Designator of a launch or of an object. */
  readonly designator?: string | undefined
}

interface FoundObjects {
  /** Exact matches first, then names that begin with the word, then others; each ascending by number. */
  readonly found: readonly Pulled<ElementSet>[]
  readonly searched: readonly Pulled<ElementSets>[]
}

/** Names in general use that the catalogue does not have. */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  HUBBLE: 20_580,
  'HUBBLE SPACE TELESCOPE': 20_580,
  'INTERNATIONAL SPACE STATION': 25_544,
  CHANDRA: 25_867,
  TIANGONG: 48_274,
}

/**
 * Finds objects in the active satellites and in the nightly catalogue, if they were fetched in the last hour;
 * if neither was, the active satellites are fetched. Sends no query for an object.
 *
 * @throws Problem if the active satellites cannot be fetched
 */
export async function findObjects(search: ObjectSearch, context: ObjectsContext): Promise<FoundObjects> {
  const recent = await Promise.all([groupKey('active'), CATALOGUE_KEY].map((key) => recentSets(key, context)))
  const held = recent.filter((sets) => sets !== undefined)
  const searched = held.length > 0 ? held : [await groupElementSets('active', context)]
  const found = new Map<number, { readonly rank: number; readonly set: Pulled<ElementSet> }>()
  for (const { value, ...rest } of searched) {
    for (const entry of context.objects.indexOf(value)) {
      const rank = rankOf(entry, search)
      const elements = rank === undefined ? undefined : value.byNoradId.get(entry.noradId)
      if (rank !== undefined && elements && !found.has(entry.noradId))
        found.set(entry.noradId, { rank, set: { value: elements, ...rest } })
    }
  }
  const sorted = [...found.values()].sort(
    (one, other) => one.rank - other.rank || one.set.value.noradId - other.set.value.noradId,
  )
  return { found: sorted.map(({ set }) => set), searched }
}

async function recentSets(key: string, { snapshots, now }: ObjectsContext) {
  const held = await snapshots.getFresh(key, catalogueKind)
  return held && isWithin(held.fetchedAt, held.fetchedAt + hours(1), now()) ? toPulled(held) : undefined
}

/** Returns how well an object matches, 0 for an exact match; `undefined` if it does not. */
function rankOf(entry: IndexedObject, { name, designator }: ObjectSearch): number | undefined {
  const { noradId, name: own, designator: ownDesignator } = entry
  if (designator !== undefined && launchOrPiece(ownDesignator, designator) !== designator) return undefined
  if (name === undefined || own === name || OTHER_NAMES[name] === noradId) return 0
  if (!own.includes(name)) return undefined
  return own.startsWith(name) && /^\W/.test(own.slice(name.length)) ? 1 : 2
}

/** Returns the part of a designator that a launch or an object is compared with: `1998-067` of `1998-067A`. */
function launchOrPiece(own: string, wanted: string): string {
  return /[A-Z]$/.test(wanted) ? own : own.slice(0, 8)
}
