import type { CatalogueObject } from '#catalogue/satcat/catalogue-object'
import { findObjects, type HeldObjects } from '#compat/celestrak/held-objects'
import type { Reading } from '#compat/celestrak/read-group'
import { Problem } from '#kit/problem'

/** An object with where its elements come from. */
export interface FoundObject extends Omit<HeldObjects, 'objects'> {
  readonly object: CatalogueObject
}

/**
 * Returns an object whose elements are held; sends no query for it.
 *
 * @throws Problem
 */
export async function findObject(noradId: number, reading: Reading): Promise<FoundObject> {
  const { objects, ...provenance } = await findObjects(
    { noradId, matches: (each) => each.noradId === noradId },
    reading,
  )
  const [object] = objects
  if (!object) throw new Problem('object_not_found')
  return { object, ...provenance }
}
