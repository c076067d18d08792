import type { ObjectsContext } from '#features/objects/context'
import { type KeptSet, keptCataloguesOf, LOOK_BACK_DAYS } from '#features/objects/history/kept-catalogues'
import { notKept } from '#features/objects/history/not-kept'

/**
 * Returns the elements of an object as known at an instant in epoch milliseconds, from the newest catalogue
 * with the object at that time.
 *
 * @throws Problem `elements_not_kept`
 */
export async function readObjectAt(noradId: number, atMs: number, context: ObjectsContext): Promise<KeptSet> {
  const kept = keptCataloguesOf(context)
  const found = (await kept.setsAt([noradId], atMs)).get(noradId)
  if (found) return found
  const reason = `No catalogue of the ${LOOK_BACK_DAYS} days before this time has this object.`
  throw notKept(await kept.days(), reason, context)
}
