import { type KeptSet, keptCataloguesOf, LOOK_BACK_DAYS } from '#catalogue/history/kept-catalogues'
import { notKept } from '#catalogue/history/not-kept'
import type { Context } from '#kit/context'

/**
 * Returns the elements of an object as they were known at an instant in epoch milliseconds: those of the
 * newest catalogue then that has it.
 *
 * @throws Problem `elements_not_kept`
 */
export async function readObjectAt(noradId: number, atMs: number, context: Context): Promise<KeptSet> {
  const kept = keptCataloguesOf(context)
  const found = (await kept.setsAt([noradId], atMs)).get(noradId)
  if (found) return found
  const reason = `No catalogue of the ${LOOK_BACK_DAYS} days before this instant has this object.`
  throw notKept(await kept.days(), reason, context)
}
