import { generated } from '#sample/celestrak/generate'
import type { Elements } from '#sample/celestrak/omm'
import { realObjects } from '#sample/celestrak/real-objects'
import { random } from '#sample/storm'
import { floorTo, HOUR } from '#sample/time'

export interface CatalogueObject {
  readonly elements: Elements
  readonly groups: readonly string[]
}

const CYCLE = 2 * HOUR

/**
 * Every object of the sample, by catalogue number; the epochs lie in the last twelve hours and, as at the
 * provider, stay the same for two hours. Mean anomalies stay as they are, so an object leaps when its epoch
 * moves on.
 */
export function catalogue(now: number): CatalogueObject[] {
  const updated = floorTo(CYCLE, now)
  const drafts = [...realObjects, ...generated(updated)]
  drafts.sort((a, b) => a.elements.NORAD_CAT_ID - b.elements.NORAD_CAT_ID)
  return drafts.map(({ elements, groups }) => {
    const { OBJECT_NAME, OBJECT_ID, ...rest } = elements
    const EPOCH = epochOf(elements.NORAD_CAT_ID, updated)
    return { elements: { OBJECT_NAME, OBJECT_ID, EPOCH, ...rest }, groups }
  })
}

function epochOf(noradId: number, updated: number): string {
  const at = new Date(updated - Math.floor(random(noradId, 300) * 10 * HOUR))
  const microseconds = String(Math.floor(random(noradId, 301) * 1_000)).padStart(3, '0')
  return at.toISOString().replace('Z', microseconds)
}
