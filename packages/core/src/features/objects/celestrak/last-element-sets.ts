import { CATALOGUE_KEY, catalogueKind, groupKey, toPulled } from '#features/objects/celestrak/element-sets'
import { fromElementMembers } from '#features/objects/elements/element-fields'
import type { ElementSet } from '#features/objects/elements/element-set'
import { objectBatch } from '#features/objects/endpoints/objects-batch'
import type { Context } from '#kernel/endpoint/endpoint'
import { read, readOrNothing } from '#kernel/endpoint/read-data'
import { days, isWithin } from '#kernel/kit/time'
import type { Pulled } from '#kernel/upstreams/upstream'

/**
 * Time for which element sets are used where nothing may be fetched. Times computed for a low orbit are then
 * wrong by seconds.
 */
const USED_MS = days(2)

/** Objects per copy, the maximum of the endpoint. */
const AT_ONCE = 100

/** The latest mean elements of an object that were found, with the label of their source. */
type LastElementSet = Pick<Pulled<ElementSet>, 'value' | 'source'>

/**
 * Returns the latest mean elements of objects in the `active` group or the nightly catalogue, if they were
 * fetched within the last two days. Sends no query. A mirror reads its copies.
 */
export async function lastElementSets(
  noradIds: readonly number[],
  context: Context,
): Promise<ReadonlyMap<number, LastElementSet>> {
  if (context.settings.mirror) return copiedElementSets(noradIds, context)
  const found = new Map<number, Pulled<ElementSet>>()
  for (const key of [groupKey('active'), CATALOGUE_KEY]) {
    const held = await context.snapshots.getLast(key, catalogueKind)
    if (!held || !isWithin(held.fetchedAt, held.fetchedAt + USED_MS, context.now())) continue
    const { value, ...rest } = toPulled(held)
    for (const noradId of noradIds) {
      const elements = value.byNoradId.get(noradId)
      const isNewer = rest.fetchedAt > (found.get(noradId)?.fetchedAt ?? 0)
      if (elements && isNewer) found.set(noradId, { value: elements, ...rest })
    }
  }
  return found
}

/**
 * Returns the mean elements of objects on a mirror, from its copies of `/v1/objects`. Each copy has up to a
 * hundred objects and is valid for an hour. Objects that the central instance has not cached are left out.
 */
async function copiedElementSets(
  noradIds: readonly number[],
  context: Context,
): Promise<ReadonlyMap<number, LastElementSet>> {
  const sorted = [...noradIds].sort((a, b) => a - b)
  const found = new Map<number, LastElementSet>()
  for (let i = 0; i < sorted.length; i += AT_ONCE) {
    const ids = sorted.slice(i, i + AT_ONCE).join(',')
    const copy = await readOrNothing(() => read(objectBatch, { context }, { ids }))
    for (const { source, ...members } of copy?.data.objects ?? []) {
      found.set(members.norad_id, { value: fromElementMembers({ ...members, ephemeris_type: 0 }), source })
    }
  }
  return found
}
