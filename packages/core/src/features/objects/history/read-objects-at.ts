import type { ObjectsContext } from '#features/objects/context'
import { type KeptSet, keptCataloguesOf, LOOK_BACK_DAYS } from '#features/objects/history/kept-catalogues'
import { notKept } from '#features/objects/history/not-kept'

/**
 * Returns the elements of some objects by catalogue number as known at an instant in epoch milliseconds, each
 * from the newest catalogue with the object at that time. Objects that no catalogue has are left out.
 *
 * @throws Problem `elements_not_kept` if no catalogue has any of them
 */
export async function readObjectsAt(
  noradIds: readonly number[],
  atMs: number,
  context: ObjectsContext,
): Promise<ReadonlyMap<number, KeptSet>> {
  const kept = keptCataloguesOf(context)
  const found = await kept.setsAt(noradIds, atMs)
  if (found.size > 0) return found
  const reason = `No catalogue of the ${LOOK_BACK_DAYS} days before this time has any of these objects.`
  throw notKept(await kept.days(), reason, context)
}
