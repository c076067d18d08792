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

/** The catalogue of the cycle that was asked for last: a night's job requests it by 70 years of launches. */
let latest: { readonly updated: number; readonly objects: readonly CatalogueObject[] } | undefined

/**
 * Returns every object of the sample by catalogue number. Epochs are in the last twelve hours and, as at
 * CelesTrak, change every two hours. Mean anomalies are constant, so an object jumps when its epoch changes.
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
    return { elements: withEpoch(elements, formatEpoch(elements.NORAD_CAT_ID, updated)), groups }
  })
}

function formatEpoch(noradId: number, updated: number): string {
  const at = new Date(updated - Math.floor(random(noradId, 300) * 10 * HOUR))
  const microseconds = String(Math.floor(random(noradId, 301) * 1_000)).padStart(3, '0')
  return at.toISOString().replace('Z', microseconds)
}
