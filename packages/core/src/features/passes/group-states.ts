import { groupElementSets } from '#features/objects/celestrak/element-sets'
import type { ElementSet } from '#features/objects/elements/element-set'
import { trackOf } from '#features/objects/orbit/earth-fixed'
import { STATES_VALID_MS } from '#features/passes/above-schemas'
import type { Context } from '#kernel/endpoint/endpoint'
import { inTurns } from '#kernel/kit/end-of-turn'
import { ignoreWaitUntil, type SnapshotKind } from '#kernel/storage/cache/snapshot'

/** Positions of the objects of a group at one instant. */
export interface GroupStates {
  /** Epoch milliseconds. */
  readonly at: number
  readonly objects: readonly {
    readonly noradId: number
    readonly name: string
    readonly state: Float64Array
  }[]
  readonly source: string
  /** When the elements were fetched, in epoch milliseconds. */
  readonly fetchedAt: number
}

/** Returns the positions of the objects of a group, computed once in 10 s for all locations. */
export async function groupStates(group: string, context: Context): Promise<GroupStates> {
  const kind: SnapshotKind<GroupStates> = {
    ttlMs: STATES_VALID_MS,
    isNeverStale: true,
    load: async () => {
      const value = await computeStates(group, context)
      return { value, fetchedAt: value.at }
    },
    size: ({ objects }) => 300 * objects.length,
  }
  return (await context.snapshots.read(`group-states:${group}`, kind, ignoreWaitUntil)).snapshot.value
}

async function computeStates(group: string, context: Context): Promise<GroupStates> {
  const { value, source, fetchedAt } = await groupElementSets(group, context)
  const at = context.now()
  const objects = await inTurns(statesAt(at, value.byNoradId.values()))
  return { at, objects, source, fetchedAt }
}

function* statesAt(at: number, sets: Iterable<ElementSet>): Generator<void, GroupStates['objects']> {
  const objects: GroupStates['objects'][number][] = []
  for (const elements of sets) {
    yield
    const state = new Float64Array(6)
    if (!trackOf(elements)?.stateAt(at, state)) continue
    objects.push({ noradId: elements.noradId, name: elements.name, state })
  }
  return objects
}
