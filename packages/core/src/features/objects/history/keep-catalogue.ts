import { catalogueKind, groupKey } from '#features/objects/celestrak/element-sets'
import { tleGroups } from '#features/objects/celestrak/tle-groups'
import type { ObjectsContext } from '#features/objects/context'
import { GroupMembers } from '#features/objects/history/group-members'
import { type KeptCatalogue, KeptCatalogues } from '#features/objects/history/kept-catalogues'
import { monthOf } from '#features/objects/history/kept-days'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { days } from '#kernel/kit/time'

/** Function called before each step of some milliseconds. */
type BeforeEach = () => Promise<void>

/**
 * Stores the catalogue of a night and the members of cached groups, if the instance keeps catalogues. Fetches
 * no group.
 */
export async function keepCatalogue(
  day: string,
  catalogue: KeptCatalogue,
  context: ObjectsContext,
  beforeEach: BeforeEach,
): Promise<void> {
  const { store, snapshots, settings } = context
  const { keepCatalogues, originsId } = settings
  if (keepCatalogues === 0) return
  const kept = new KeptCatalogues(store, originsId)
  await kept.write(day, catalogue, { days: keepCatalogues, beforeEach })
  const members = new GroupMembers(store, originsId)
  for (const group of tleGroups) {
    await beforeEach()
    await endOfTurn()
    const held = await snapshots.getLast(groupKey(group), catalogueKind)
    if (!held) continue
    const ids = [...held.value.value.byNoradId.keys()].sort((one, other) => one - other)
    await members.keep(group, { ids, fetchedAt: held.fetchedAt })
  }
  const [oldest] = await kept.days()
  if (oldest) await members.deleteBefore(monthOf(oldest.day))
}

/** Stores the catalogue of an earlier day, if it is recent enough and no catalogue of that day is stored. */
export async function keepEarlierCatalogue(
  day: string,
  catalogue: KeptCatalogue,
  { store, settings, now }: ObjectsContext,
  beforeEach: BeforeEach,
): Promise<void> {
  const { keepCatalogues, originsId } = settings
  if (catalogue.fetchedAt <= now() - days(keepCatalogues)) return
  const kept = new KeptCatalogues(store, originsId)
  await kept.write(day, catalogue, { days: keepCatalogues, onlyNew: true, beforeEach })
}
