import { inventedObjects } from '#celestrak/generate'
import { type Elements, withEpoch } from '#celestrak/omm'
import { realObjects } from '#celestrak/real-objects'
import { random } from '#storm'
import { floorTo, HOUR } from '#time'

export interface CatalogueObject {
  readonly elements: Elements
  readonly groups: readonly string[]
}

const CYCLE = 2 * HOUR

/** The catalogue of the last requested cycle: the nightly job requests it in 70 launch years. */
let latest: { readonly updated: number; readonly objects: readonly CatalogueObject[] } | undefined

/**
 * Returns every object of the sample by catalogue number. Epochs are in the last twelve hours and, as at
 * CelesTrak, change every two hours; each object stays on one orbit.
 */
export function sampleObjects(now: number): readonly CatalogueObject[] {
  const updated = floorTo(CYCLE, now)
  if (latest?.updated !== updated) latest = { updated, objects: objectsOf(updated) }
  return latest.objects
}

function objectsOf(updated: number): readonly CatalogueObject[] {
  const drafts = [...realObjects, ...inventedObjects(updated)]
  drafts.sort((a, b) => a.elements.NORAD_CAT_ID - b.elements.NORAD_CAT_ID)
  return drafts.map(({ elements, groups }) => {
    const { NORAD_CAT_ID: noradId } = elements
    const epoch = updated - Math.floor(random(noradId, 300) * 10 * HOUR)
    return { elements: withEpoch(elements, epoch, Math.floor(random(noradId, 301) * 1_000)), groups }
  })
}
