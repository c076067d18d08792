import type { ObjectsContext } from '#features/objects/context'
import type { ElementSet } from '#features/objects/elements/element-set'
import { keptCataloguesOf } from '#features/objects/history/kept-catalogues'
import type { KeptDay } from '#features/objects/history/kept-days'
import { notKept } from '#features/objects/history/not-kept'
import { days, utcDay } from '#kernel/kit/time'

/** An epoch with known elements. */
interface KnownSet {
  /** The last known of several sets with this epoch. */
  readonly set: ElementSet
  /** When the first and the last catalogue with this epoch were fetched, in epoch milliseconds. */
  readonly firstAt: number
  readonly lastAt: number
  /** Source label of the last catalogue. */
  readonly source: string
}

/** The element sets of an object with epochs in a span, from the kept catalogues. */
interface ElementHistory {
  /** Oldest epoch first; at least one. */
  readonly sets: readonly KnownSet[]
  /** All kept catalogues, oldest first. */
  readonly kept: readonly KeptDay[]
}

/** How far after its catalogue an epoch may be. Later epochs are rejected when the catalogue is fetched. */
const MAX_AHEAD_DAYS = 30

/**
 * Returns the element sets of an object with epochs from one instant (inclusive) to another (exclusive), in
 * epoch milliseconds. A set may be in a catalogue of any later day.
 *
 * @throws Problem `elements_not_kept`
 */
export async function readHistory(
  noradId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  context: ObjectsContext,
): Promise<ElementHistory> {
  const catalogues = keptCataloguesOf(context)
  const kept = await catalogues.days()
  const first = utcDay(fromMs - days(MAX_AHEAD_DAYS))
  const searched = kept.filter(({ day }) => day >= first)
  const byEpoch = new Map<string, KnownSet>()
  for await (const { set, catalogue } of catalogues.setsOf(noradId, searched)) {
    const epochMs = Date.parse(set.epoch)
    if (epochMs < fromMs || epochMs >= toMs) continue
    const { source, fetchedAt: lastAt } = catalogue
    const { firstAt = lastAt } = byEpoch.get(set.epoch) ?? {}
    byEpoch.set(set.epoch, { set, firstAt, lastAt, source })
  }
  if (byEpoch.size === 0)
    throw notKept(kept, 'No catalogue has elements of this object with an epoch in this span.', context)
  const sets = [...byEpoch.values()].sort((one, other) => (sortKey(one.set) < sortKey(other.set) ? -1 : 1))
  return { sets, kept }
}

/** Without the `Z`, which would sort after the point of a fraction. */
function sortKey({ epoch }: ElementSet): string {
  return epoch.slice(0, -1)
}
