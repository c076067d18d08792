import type { Context } from '#context'
import type { ElementSet } from '#orbit/element-set'
import { Problem } from '#problem'
import { noDefer, type Served, type SnapshotKind } from '#store/snapshots'
import { hours, minutes } from '#time'
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

const NONE: ElementSets = { text: '', byNoradId: new Map(), refused: 0, refusedIds: [] }

/** A CelesTrak group as it was last fetched or verified, shared by all that is read from it. */
export async function groupElementSets(group: string, context: Context): Promise<Pulled<ElementSets>> {
  const kind = heldElementSets(group === 'active' ? hours(1) : hours(3), CYCLE_MS, (previous) =>
    pull(elementSetGroup, { group }, context, previous),
  )
  return pulledOf(await context.snapshots.read(`element-sets:${group}`, kind, noDefer))
}

/**
 * The mean elements of one object, from what is held already, from a query of its own for the first few objects of an
 * hour, then from the `active` group, so that load never becomes one query per object. Of a query of its own nothing is kept
 * that is not sound.
 */
export async function objectElementSet(
  norad_id: number,
  isSound: (elements: ElementSet) => boolean,
  context: Context,
): Promise<Pulled<ElementSet>> {
  const held = await inHeldSets(norad_id, context)
  if (held) return held
  if (!(await hasBudget(HANDFUL, context))) {
    const active = await groupElementSets('active', context).catch(() => undefined)
    const found = active && pick(norad_id, active)
    if (found) return found
  }
  return ownElementSet(norad_id, isSound, context)
}

/** What a query of its own says of an object: asked whenever this is, and kept so that "has not updated" verifies it. */
async function ownElementSet(
  norad_id: number,
  isSound: (elements: ElementSet) => boolean,
  context: Context,
): Promise<Pulled<ElementSet>> {
  const kind = heldElementSets(0, minutes(15), async (previous) => {
    const pulled = await pull(elementSet, { norad_id }, context, previous)
    const found = pick(norad_id, pulled)
    if (!found || !isSound(found.value)) throw unusable()
    return pulled
  })
  const pulled = pulledOf(await context.snapshots.read(`element-sets:object:${norad_id}`, kind, noDefer))
  return pick(norad_id, pulled) as Pulled<ElementSet>
}

function unusable(): Problem {
  const cause = new Error('the element set is of another object, or has impossible values')
  return new Problem('upstream_invalid', { cause, retryAfterSeconds: 30 })
}

/**
 * How element sets are kept in memory and in the store, whatever brought them: `load` is given those that an answer
 * "not modified" verifies, and for `unknownMs` it is remembered that there are none.
 */
function heldElementSets(
  ttlMs: number,
  unknownMs: number,
  load: (previous: ElementSets | undefined) => Promise<Pulled<ElementSets>>,
): SnapshotKind<Held> {
  return {
    ttlMs,
    isNeverStale: true,
    unknownMs,
    async load(previous) {
      const { fetchedAt, ...value } = await load(previous?.value.value)
      return { value, fetchedAt }
    },
    stored: {
      encode: ({ value, ...rest }) => ({ text: value.text, ...rest }),
      decode(stored, fetchedAt) {
        const { text, ...rest } = stored as Omit<Held, 'value'> & { text: string }
        return { value: text === '' ? NONE : readElementSets(text, fetchedAt), ...rest }
      },
    },
    size: ({ value }) => 5 * value.text.length,
  }
}

/** What was read of them. */
function pulledOf({ snapshot }: Served<Held>): Pulled<ElementSets> {
  return { ...snapshot.value, fetchedAt: snapshot.fetchedAt }
}

/**
 * A launch year as it was fetched or verified within this cycle, by this process or one before it, and whether it was
 * asked for just now. A year that nothing is left of has no element sets. Waits until the store has it.
 */
export async function launchYearElementSets(
  launch_year: number,
  context: Context,
): Promise<{ pulled: Pulled<ElementSets>; wasAsked: boolean }> {
  const kind = heldElementSets(CYCLE_MS, CYCLE_MS, (previous) => pulledYear(launch_year, context, previous))
  const kept: Promise<unknown>[] = []
  const key = `element-sets:year:${launch_year}`
  const reading = await context.snapshots.read(key, kind, (work) => kept.push(work))
  await Promise.all(kept)
  return { pulled: pulledOf(reading), wasAsked: reading.outcome !== 'hit' }
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
export const catalogueKind = heldElementSets(hours(1), CYCLE_MS, () => {
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
  return {
    text,
    byNoradId: new Map(parts.flatMap(({ byNoradId }) => [...byNoradId])),
    refused: parts.reduce((sum, { refused }) => sum + refused, 0),
    refusedIds: parts.flatMap(({ refusedIds }) => refusedIds),
  }
}
