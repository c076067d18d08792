import { readOrNothing } from '#alerts/watches/read-or-nothing'
import { fromElementMembers } from '#catalogue/elements/element-fields'
import type { ElementSet } from '#catalogue/elements/element-set'
import { objectBatch } from '#catalogue/endpoints/objects-batch'
import { read } from '#endpoint/read-data'
import type { Context } from '#kit/context'
import type { Pulled } from '#upstreams/upstream'

/** Objects per copy, the maximum of the endpoint. */
const AT_ONCE = 100

/**
 * Returns the mean elements of objects on a mirror, from its copies of `/v1/objects`. Each copy has up to a
 * hundred objects and is valid for an hour. Objects that the central instance has not cached are left out.
 */
export async function copiedElementSets(
  noradIds: readonly number[],
  context: Context,
): Promise<ReadonlyMap<number, Pick<Pulled<ElementSet>, 'value' | 'source'>>> {
  const sorted = [...noradIds].sort((a, b) => a - b)
  const found = new Map<number, Pick<Pulled<ElementSet>, 'value' | 'source'>>()
  for (let i = 0; i < sorted.length; i += AT_ONCE) {
    const ids = sorted.slice(i, i + AT_ONCE).join(',')
    const copy = await readOrNothing(() => read(objectBatch, { context }, { ids }))
    for (const { source, ...members } of copy?.data.objects ?? []) {
      found.set(members.norad_id, { value: fromElementMembers({ ...members, ephemeris_type: 0 }), source })
    }
  }
  return found
}
