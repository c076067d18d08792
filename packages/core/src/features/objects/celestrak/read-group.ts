import { groupElementSets } from '#features/objects/celestrak/element-sets'
import { type ElementSets, toElementSets } from '#features/objects/celestrak/feeds'
import { tle } from '#features/objects/endpoints/tle'
import type { Context } from '#kernel/endpoint/endpoint'
import { ownRequest, readSnapshot } from '#kernel/endpoint/read-data'
import type { Representation } from '#kernel/endpoint/representation'

/** A group with its provenance; `fetchedAt` is in epoch milliseconds. */
interface ReadGroup extends Pick<ElementSets, 'byNoradId'> {
  readonly source: string
  readonly fetchedAt: number
}

/**
 * Reads a group; on a mirror, from its copy of `/v1/tle`.
 *
 * @throws Problem
 */
export async function readGroup(group: string, context: Context): Promise<ReadGroup> {
  if (!context.settings.mirror) {
    const { value, source, fetchedAt } = await groupElementSets(group, context)
    return { byNoradId: value.byNoradId, source, fetchedAt }
  }
  const params = { group, format: 'csv' }
  const request = ownRequest(`/v1/tle/${group}?format=csv`)
  const { value, fetchedAt } = await readSnapshot(context.table.find(tle.path), { context, request }, params)
  return { ...parsed(value, fetchedAt), fetchedAt }
}

type Parsed = Pick<ReadGroup, 'byNoradId' | 'source'>

const parsedCopies = new WeakMap<Representation, Parsed>()

/** Parses a copy once while it is in memory. */
function parsed(copy: Representation, fetchedAt: number): Parsed {
  let known = parsedCopies.get(copy)
  if (!known) {
    const { byNoradId } = toElementSets(new TextDecoder().decode(copy.body), fetchedAt)
    known = { byNoradId, source: copy.headers[copy.headers.indexOf('x-source') + 1] ?? '' }
    parsedCopies.set(copy, known)
  }
  return known
}
