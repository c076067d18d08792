import {
  CATALOGUE_KEY,
  catalogueKind,
  groupElementSets,
  groupKey,
  launchYearKey,
  launchYearKind,
  toPulled,
} from '#features/objects/celestrak/element-sets'
import type { ElementSets } from '#features/objects/celestrak/feeds'
import { findLaunchYear } from '#features/objects/celestrak/launch-year'
import { cachedSatcat } from '#features/objects/celestrak/satcat'
import type { ElementSet } from '#features/objects/elements/element-set'
import type { Context } from '#kernel/endpoint/endpoint'
import { hours, isWithin } from '#kernel/kit/time'
import type { Pulled } from '#kernel/upstreams/upstream'

/** Time for which an element set is served for its object. */
const VALID_MS = hours(1)

interface HeldElementSets {
  readonly found: readonly Pulled<ElementSet>[]
  /** The sets that were searched, at least one. */
  readonly searched: readonly Pick<Pulled<ElementSets>, 'source' | 'fetchedAt'>[]
}

/**
 * Returns the mean elements of the objects found in a set fetched within the last hour: the `active` group,
 * which is fetched if it is not cached, the nightly catalogue, or a cached launch year. Sends no query for a
 * single object.
 *
 * @throws Problem if `active` cannot be fetched and an object is in no other set
 */
export async function heldElementSets(
  noradIds: readonly number[],
  context: Context,
): Promise<HeldElementSets> {
  const found = new Map<number, Pulled<ElementSet>>()
  const searched: Pick<Pulled<ElementSets>, 'source' | 'fetchedAt'>[] = []
  const addFrom = ({ value, ...rest }: Pulled<ElementSets>) => {
    searched.push(rest)
    for (const noradId of noradIds) {
      const elements = value.byNoradId.get(noradId)
      if (elements && !found.has(noradId)) found.set(noradId, { value: elements, ...rest })
    }
  }
  const addHeld = async (key: string, kind: typeof catalogueKind) => {
    const held = await context.snapshots.getFresh(key, kind)
    if (held && isWithin(held.fetchedAt, held.fetchedAt + VALID_MS, context.now())) addFrom(toPulled(held))
  }
  const left = () => noradIds.filter((noradId) => !found.has(noradId))

  for (const key of [groupKey('active'), CATALOGUE_KEY]) await addHeld(key, catalogueKind)
  if (left().length > 0) {
    const satcat = await cachedSatcat(context)
    const years = new Set(left().map((noradId) => findLaunchYear(noradId, satcat, context)))
    for (const year of years) {
      if (year !== undefined) await addHeld(launchYearKey(year), launchYearKind(year, context))
    }
  }
  if (left().length > 0) addFrom(await groupElementSets('active', context))
  return { found: [...found.values()], searched }
}
