import { heldElementSets } from '#features/objects/celestrak/held-element-sets'
import type { ElementSet } from '#features/objects/elements/element-set'
import { type Track, trackOf } from '#features/objects/orbit/earth-fixed'
import type { Context } from '#kernel/endpoint/endpoint'
import { hours } from '#kernel/kit/time'
import { joinLabels } from '#kernel/upstreams/source-label'

/** Time after their fetch for which elements are used. */
const VALID_MS = hours(1)

/** An object with cached elements, and its track. */
export interface TrackedObject {
  readonly elements: ElementSet
  readonly track: Track
}

/** Objects with cached elements, and the provenance of the elements. Instants are epoch milliseconds. */
export interface HeldObjects {
  /** In the order of the numbers, without objects whose elements SGP4 rejects. */
  readonly objects: readonly TrackedObject[]
  readonly source: string
  readonly fetchedAt: number
  /** Time until which the elements are used. */
  readonly usedUntil: number
}

/** Returns the objects that have cached elements. Sends no query for a single object. */
export async function heldObjects(noradIds: readonly number[], context: Context): Promise<HeldObjects> {
  const { found, searched } = await heldElementSets(noradIds, context)
  const byId = new Map(found.map(({ value }) => [value.noradId, value]))
  const objects = noradIds.flatMap((noradId) => {
    const elements = byId.get(noradId)
    const track = elements && trackOf(elements)
    return track ? { elements, track } : []
  })
  const used = found.length > 0 ? found : searched
  const fetchedAt = Math.min(...used.map((each) => each.fetchedAt))
  return {
    objects,
    source: joinLabels(used.map((each) => each.source)),
    fetchedAt,
    usedUntil: fetchedAt + VALID_MS,
  }
}
