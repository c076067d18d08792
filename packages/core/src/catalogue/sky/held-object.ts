import { heldElementSets } from '#catalogue/celestrak/held-element-sets'
import type { ElementSet } from '#catalogue/elements/element-set'
import { type Track, trackOf } from '#catalogue/orbit/earth-fixed'
import type { Context } from '#kit/context'
import { hours } from '#kit/time'

/** How long after their fetch elements are used. */
const VALID_MS = hours(1)

/** An object whose elements are held, and its track. */
export interface TrackedObject {
  readonly elements: ElementSet
  readonly track: Track
}

/** Objects whose elements are held, with the provenance of these. Instants are epoch milliseconds. */
export interface HeldObjects {
  /** In the order of the numbers; not those whose elements SGP4 refuses. */
  readonly objects: readonly TrackedObject[]
  readonly source: string
  readonly fetchedAt: number
  /** Until when their elements are used. */
  readonly usedUntil: number
}

/** Returns those objects whose elements are held; sends no query for an object. */
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
    source: [...new Set(used.map((each) => each.source))].join('; '),
    fetchedAt,
    usedUntil: fetchedAt + VALID_MS,
  }
}
