import { type KeptSet, keptCataloguesOf, LOOK_BACK_DAYS } from '#catalogue/history/kept-catalogues'
import { notKept } from '#catalogue/history/not-kept'
import type { Context } from '#kit/context'

/**
 * Returns the elements of some objects by catalogue number as they were known at an instant in epoch
 * milliseconds: of each those of the newest catalogue then that has it. Those that none has are left out.
 *
 * @throws Problem `elements_not_kept` if none has any of them
 */
export async function readObjectsAt(
  noradIds: readonly number[],
  atMs: number,
  context: Context,
): Promise<ReadonlyMap<number, KeptSet>> {
  const kept = keptCataloguesOf(context)
  const found = await kept.setsAt(noradIds, atMs)
  if (found.size > 0) return found
  const reason = `No catalogue of the ${LOOK_BACK_DAYS} days before this instant has any of these objects.`
  throw notKept(await kept.days(), reason, context)
}
