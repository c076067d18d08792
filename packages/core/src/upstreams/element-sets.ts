import type { Context } from '#context'
import type { ElementSet } from '#orbit/element-set'
import { Problem } from '#problem'
import type { SnapshotKind } from '#store/snapshots'
import { hours } from '#time'
import { hasBudget } from '#upstreams/budget'
import {
  CYCLE_MS,
  type ElementSets,
  elementSet,
  elementSetGroup,
  elementSetsOfLaunchYear,
  readElementSets,
} from '#upstreams/celestrak'
import { pull } from '#upstreams/pull'
import type { Pulled } from '#upstreams/upstream'

type Held = Omit<Pulled<ElementSets>, 'fetchedAt'>

/** Distinct objects in an hour that are asked one by one before whole groups are read instead. */
const HANDFUL = { name: 'celestrak:handful', calls: 5, perMs: hours(1) }
/** Where the night's whole catalogue is kept. */
export const CATALOGUE = 'element-sets:catalogue'

const NONE: ElementSets = { text: '', byNoradId: new Map() }

/** A CelesTrak group as it was last fetched or verified, shared by all that is read from it. */
export async function groupElementSets(group: string, context: Context): Promise<Pulled<ElementSets>> {
  const kind = heldElementSets(group === 'active' ? hours(1) : hours(3), async (previous) => {
    const { fetchedAt, ...held } = await pull(elementSetGroup, { group }, context, previous?.value.value)
    return { value: held, fetchedAt }
  })
  const { snapshot, outcome } = await context.snapshots.read(`element-sets:${group}`, kind, () => {})
  if (outcome === 'stale') throw new Problem('upstream_unavailable', { retryAfterSeconds: 30 })
  return { ...snapshot.value, fetchedAt: snapshot.fetchedAt }
}

/**
 * The mean elements of one object, from what is held already, from a query of its own for the first few objects of an
 * hour, then from the `active` group, so that load never becomes one query per object.
 */
export async function objectElementSet(norad_id: number, context: Context): Promise<Pulled<ElementSet>> {
  const held = await inHeldSets(norad_id, context)
  if (held) return held
  if (!(await hasBudget(HANDFUL, context))) {
    const active = await groupElementSets('active', context).catch(() => undefined)
    const found = active && pick(norad_id, active)
    if (found) return found
  }
  return pull(elementSet, { norad_id }, context)
}

/** How element sets are kept in memory and in the store, whatever brought them. */
function heldElementSets(ttlMs: number, load: SnapshotKind<Held>['load']): SnapshotKind<Held> {
  return {
    ttlMs,
    load,
    stored: {
      encode: ({ value, ...rest }) => ({ text: value.text, ...rest }),
      decode(stored, fetchedAt) {
        const { text, ...rest } = stored as Omit<Held, 'value'> & { text: string }
        return { value: text === '' ? NONE : readElementSets(text, fetchedAt), ...rest }
      },
    },
    size: ({ value }) => 5 * value.text.length,
    unknownMs: CYCLE_MS,
  }
}

/**
 * A launch year as it was fetched or verified within this cycle, by this process or one before it, and whether it was
 * asked for just now. A year that nothing is left of has no element sets. Waits until the store has it.
 */
export async function launchYearElementSets(
  launch_year: number,
  context: Context,
): Promise<{ pulled: Pulled<ElementSets>; wasAsked: boolean }> {
  const kind = heldElementSets(CYCLE_MS, async (previous) => {
    const { fetchedAt, ...held } = await pulledYear(launch_year, context, previous?.value.value)
    return { value: held, fetchedAt }
  })
  const kept: Promise<unknown>[] = []
  const read = context.snapshots.read(`element-sets:year:${launch_year}`, kind, (work) => kept.push(work))
  const { snapshot, outcome } = await read
  await Promise.all(kept)
  if (outcome === 'stale') throw new Problem('upstream_unavailable', { retryAfterSeconds: 30 })
  return { pulled: { ...snapshot.value, fetchedAt: snapshot.fetchedAt }, wasAsked: outcome !== 'hit' }
}

async function pulledYear(
  launch_year: number,
  context: Context,
  previous: ElementSets | undefined,
): Promise<Pulled<ElementSets>> {
  try {
    return await pull(elementSetsOfLaunchYear, { launch_year }, context, previous)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'object_not_found')) throw error
    return { value: NONE, feed: elementSetsOfLaunchYear.id, source: '', fetchedAt: context.now() }
  }
}

async function inHeldSets(norad_id: number, context: Context): Promise<Pulled<ElementSet> | undefined> {
  for (const key of ['element-sets:active', CATALOGUE]) {
    const snapshot = await context.snapshots.held(key, catalogueKind)
    const found = snapshot && pick(norad_id, { ...snapshot.value, fetchedAt: snapshot.fetchedAt })
    if (found) return found
  }
  return undefined
}

/** The catalogue is brought by the night's job alone, and answers for single objects within their hour. */
export const catalogueKind = heldElementSets(hours(1), () => {
  throw new Problem('upstream_unavailable')
})

function pick(norad_id: number, { value, ...rest }: Pulled<ElementSets>): Pulled<ElementSet> | undefined {
  const found = value.byNoradId.get(norad_id)
  return found && { value: found, ...rest }
}

/** The element sets of several CSV answers as one. */
export function mergedElementSets(parts: readonly ElementSets[]): ElementSets {
  const [first, ...rest] = parts.map(({ text }) => text.trimEnd())
  const text = [first, ...rest.map((csv) => csv.slice(csv.indexOf('\n') + 1))].join('\n')
  return { text, byNoradId: new Map(parts.flatMap(({ byNoradId }) => [...byNoradId])) }
}
