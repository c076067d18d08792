import type { ObjectsContext } from '#features/objects/context'
import type { ElementSet } from '#features/objects/elements/element-set'
import { GroupMembers } from '#features/objects/history/group-members'
import { keptCataloguesOf, LOOK_BACK_DAYS } from '#features/objects/history/kept-catalogues'
import { notKept } from '#features/objects/history/not-kept'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { utcDay } from '#kernel/kit/time'
import { joinLabels } from '#kernel/upstreams/source-label'

/** The elements of a group as they were known at an instant. */
interface GroupAt {
  readonly elementSets: readonly ElementSet[]
  /** Catalogue numbers of the members that no catalogue had. */
  readonly missing: readonly number[]
  readonly source: string
  /** When the newest of its catalogues was fetched, in epoch milliseconds. */
  readonly catalogueAt: number
  /** When its members were fetched, in epoch milliseconds. */
  readonly membersAt: number
}

/**
 * Returns the first instant of the UTC day, in epoch milliseconds, at which the same catalogues and members
 * of a group were known as at the given instant. So all instants map to the few at which responses differ.
 */
export async function firstInstantLike(
  group: string,
  atMs: number,
  context: ObjectsContext,
): Promise<number> {
  const { store, settings } = context
  const known = await keptCataloguesOf(context).knownAt(atMs)
  const membersAt = await new GroupMembers(store, settings.originsId).fetchedAt(group, atMs, LOOK_BACK_DAYS)
  return Math.max(Date.parse(utcDay(atMs)), membersAt ?? 0, ...known.map(({ fetchedAt }) => fetchedAt))
}

/**
 * Returns the elements of a group as known at an instant: the members at that time, each from the newest
 * catalogue that had it.
 *
 * @throws Problem `elements_not_kept`
 */
export async function readGroupAt(group: string, atMs: number, context: ObjectsContext): Promise<GroupAt> {
  const { store, settings } = context
  const kept = keptCataloguesOf(context)
  const members = await new GroupMembers(store, settings.originsId).at(group, atMs, LOOK_BACK_DAYS)
  if (!members)
    throw notKept(
      await kept.days(),
      `The members of this group are not kept for the ${LOOK_BACK_DAYS} days before this time. They are ` +
        'kept only for nights before which the group was requested.',
      context,
    )
  const found = await kept.setsAt(members.ids, atMs)
  await endOfTurn()
  const all = members.ids.flatMap((noradId) => found.get(noradId) ?? [])
  if (all.length === 0)
    throw notKept(
      await kept.days(),
      `No catalogue of the ${LOOK_BACK_DAYS} days before this time has an object of this group.`,
      context,
    )
  await endOfTurn()
  return {
    elementSets: all.map(({ set }) => set),
    missing: members.ids.filter((noradId) => !found.has(noradId)),
    source: joinLabels(all.map(({ catalogue }) => catalogue.source)),
    catalogueAt: Math.max(...new Set(all.map(({ catalogue }) => catalogue.fetchedAt))),
    membersAt: members.fetchedAt,
  }
}
