import { type Track, trackOf } from '#catalogue/orbit/earth-fixed'
import type { Reading } from '#compat/celestrak/read-group'
import { type FoundObject, findObject } from '#compat/found-object'
import { Problem } from '#kit/problem'

/** An object with its track, and where its elements come from. */
export interface FoundTrack extends FoundObject {
  readonly track: Track
}

/**
 * Returns an object whose elements are held, and its track.
 *
 * @throws Problem `object_not_found` also if SGP4 gives no position at all
 */
export async function findTrack(noradId: number, reading: Reading): Promise<FoundTrack> {
  const found = await findObject(noradId, reading)
  const track = trackOf(found.object.elements)
  if (!track) throw new Problem('object_not_found')
  return { ...found, track }
}
