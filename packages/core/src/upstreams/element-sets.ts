import type { Context } from '#context'
import { Problem } from '#problem'
import { noDefer, type Snapshot, type SnapshotKind } from '#store/snapshots'
import { hours } from '#time'
import {
  CYCLE_MS,
  type ElementSets,
  elementSetGroup,
  elementSetsOfLaunchYear,
  readElementSets,
} from '#upstreams/celestrak'
import { pull } from '#upstreams/pull'
import type { Pulled } from '#upstreams/upstream'

/** Element sets as they are kept: their snapshot tells when they were fetched. */
export type Held = Omit<Pulled<ElementSets>, 'fetchedAt'>

/** Where the night's whole catalogue is kept. */
export const CATALOGUE = 'element-sets:catalogue'

/** Where a group is kept. */
export function groupKey(group: string): string {
  return `element-sets:${group}`
}

const NONE: ElementSets = { text: '', byNoradId: new Map(), refused: 0, refusedIds: [] }

/** A CelesTrak group as it was last fetched or verified, shared by all that is read from it. */
export async function groupElementSets(group: string, context: Context): Promise<Pulled<ElementSets>> {
  const kind = heldElementSets(group === 'active' ? hours(1) : hours(3), CYCLE_MS, (previous) =>
    pull(elementSetGroup, { group }, context, previous),
  )
  return pulledOf((await context.snapshots.read(groupKey(group), kind, noDefer)).snapshot)
}

/**
 * How element sets are kept in memory and in the store, whatever brought them: `load` is given those that an answer
 * "not modified" verifies, and for `unknownMs` it is remembered that there are none.
 */
export function heldElementSets(
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
export function pulledOf({ value, fetchedAt }: Snapshot<Held>): Pulled<ElementSets> {
  return { ...value, fetchedAt }
}

/**
 * A launch year as it was fetched or verified within this cycle, by this process or one before it, and whether it was
 * asked for just now. A year that nothing is left of has no element sets. Waits until the store has it.
 */
export async function launchYearElementSets(
  launch_year: number,
  context: Context,
): Promise<{ pulled: Pulled<ElementSets>; wasAsked: boolean }> {
  const kind = yearKind(launch_year, context)
  const kept: Promise<unknown>[] = []
  const reading = await context.snapshots.read(yearKey(launch_year), kind, (work) => kept.push(work))
  await Promise.all(kept)
  return { pulled: pulledOf(reading.snapshot), wasAsked: reading.outcome !== 'hit' }
}

/** How a launch year is kept, and where. */
export function yearKind(launch_year: number, context: Context): SnapshotKind<Held> {
  return heldElementSets(CYCLE_MS, CYCLE_MS, (previous) => pulledYear(launch_year, context, previous))
}

export function yearKey(launch_year: number): string {
  return `element-sets:year:${launch_year}`
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

/** The catalogue is brought by the night's job alone, and answers for single objects within their hour. */
export const catalogueKind = heldElementSets(hours(1), CYCLE_MS, () => {
  throw new Problem('upstream_unavailable')
})

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
