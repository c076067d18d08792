import {
  CYCLE_MS,
  type ElementSets,
  elementSetGroup,
  elementSetsOfLaunchYear,
  isWorse,
  toElementSets,
} from '#features/objects/celestrak/feeds'
import { Problem } from '#kernel/kit/problem'
import { hours } from '#kernel/kit/time'
import { ignoreWaitUntil, type Snapshot, type SnapshotKind } from '#kernel/storage/cache/snapshot'
import { pull } from '#kernel/upstreams/client/pull'
import type { UpstreamContext } from '#kernel/upstreams/context'
import { toFeed } from '#kernel/upstreams/feed'
import type { Pulled } from '#kernel/upstreams/upstream'

/** Element sets as the cache stores them; the time of the fetch is in their snapshot. */
export type CachedElementSets = Omit<Pulled<ElementSets>, 'fetchedAt' | 'isOlder' | 'unusableShare'>

/** Cache key of the nightly catalogue. */
export const CATALOGUE_KEY = 'element-sets:catalogue'

/** Returns the cache key of a group. */
export function groupKey(group: string): string {
  return `element-sets:${group}`
}

const NO_ELEMENT_SETS: ElementSets = { text: '', byNoradId: new Map(), refused: 0, refusedIds: [] }

/** Returns a group as last fetched or confirmed. All readers share one cached copy. */
export async function groupElementSets(
  group: string,
  context: UpstreamContext,
): Promise<Pulled<ElementSets>> {
  const key = groupKey(group)
  const kind = renewedKind(key, group === 'active' ? hours(1) : hours(3), context, (previous) =>
    pull(elementSetGroup, { group }, context, previous),
  )
  return toPulled((await context.snapshots.read(key, kind, ignoreWaitUntil)).snapshot)
}

/**
 * Returns a cache kind for element sets that a load renews. If the provider sends an older copy, or one that
 * lost more rows, the cached copy is used until it expires. The new copy is stored for that time, as the
 * provider may not be queried again so soon.
 */
function renewedKind(
  key: string,
  ttlMs: number,
  { snapshots, now, onError }: UpstreamContext,
  load: (previous: ElementSets | undefined) => Promise<Pulled<ElementSets>>,
): SnapshotKind<CachedElementSets> {
  const kind = elementSetsKind(ttlMs, CYCLE_MS, async (held) => {
    const isHeldValid = held !== undefined && now() < held.validUntil
    const asideKey = `${key}:aside`
    const aside = held && (await snapshots.getFresh(asideKey, kind))
    if (held && aside && aside.fetchedAt > held.fetchedAt) return toPulled(isHeldValid ? held : aside)
    const pulled = await load(held?.value.value)
    const { fetchedAt, isOlder, unusableShare: _, ...value } = pulled
    if (!isHeldValid || !(isOlder || isWorse(pulled, held.value.value))) return pulled
    await snapshots.put(asideKey, kind, value, fetchedAt).catch(onError)
    return toPulled(held)
  })
  return kind
}

/**
 * Returns the cache kind of element sets, for memory and the store.
 *
 * @param notFoundTtlMs How long "not found" is cached, in milliseconds.
 * @param load Fetches them; receives the cached copy, which a "not modified" response confirms.
 */
export function elementSetsKind(
  ttlMs: number,
  notFoundTtlMs: number,
  load: (held: Snapshot<CachedElementSets> | undefined) => Promise<Pulled<ElementSets>>,
): SnapshotKind<CachedElementSets> {
  return {
    ttlMs,
    isNeverStale: true,
    notFoundTtlMs,
    async load(held) {
      const { fetchedAt, isOlder: _, unusableShare: __, ...value } = await load(held)
      return { value, fetchedAt, isVerified: fetchedAt === held?.fetchedAt }
    },
    stored: {
      encode: ({ value, ...rest }) => ({ text: value.text, ...rest }),
      decode(stored, fetchedAt) {
        const { text, ...rest } = stored as Omit<CachedElementSets, 'value'> & { text: string }
        return { value: text === '' ? NO_ELEMENT_SETS : toElementSets(text, fetchedAt), ...rest }
      },
    },
    size: ({ value }) => 5 * value.text.length,
  }
}

/** Returns the element sets of a snapshot with their provenance. */
export function toPulled({ value, fetchedAt }: Snapshot<CachedElementSets>): Pulled<ElementSets> {
  return { ...value, fetchedAt }
}

/**
 * Returns a launch year as fetched or confirmed within this cycle by any process, and waits until it is
 * stored. A year has no element sets if none of its objects is left in orbit.
 *
 * @returns `wasRequested` states whether this call sent a request.
 */
export async function launchYearElementSets(
  launch_year: number,
  context: UpstreamContext,
): Promise<{ pulled: Pulled<ElementSets>; wasRequested: boolean }> {
  const kind = launchYearKind(launch_year, context)
  const writes: Promise<unknown>[] = []
  const reading = await context.snapshots.read(launchYearKey(launch_year), kind, (work) => writes.push(work))
  await Promise.all(writes)
  return { pulled: toPulled(reading.snapshot), wasRequested: reading.outcome !== 'hit' }
}

/** Returns the cache kind of a launch year. */
export function launchYearKind(
  launch_year: number,
  context: UpstreamContext,
): SnapshotKind<CachedElementSets> {
  return renewedKind(launchYearKey(launch_year), CYCLE_MS, context, (previous) =>
    pullLaunchYear(launch_year, context, previous),
  )
}

/** Returns the cache key of a launch year. */
export function launchYearKey(launch_year: number): string {
  return `element-sets:year:${launch_year}`
}

async function pullLaunchYear(
  launch_year: number,
  context: UpstreamContext,
  previous: ElementSets | undefined,
): Promise<Pulled<ElementSets>> {
  try {
    return await pull(elementSetsOfLaunchYear, { launch_year }, context, previous)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'object_not_found')) throw error
    return { value: NO_ELEMENT_SETS, feed: elementSetsOfLaunchYear.id, source: '', fetchedAt: context.now() }
  }
}

/**
 * Cache kind of the nightly catalogue. Only the job writes it. Single objects are served from it for an hour.
 */
export const catalogueKind = elementSetsKind(hours(1), CYCLE_MS, () => {
  throw new Problem('upstream_unavailable')
})

/** Merges the element sets of several CSV responses. */
export function mergeElementSets(parts: readonly ElementSets[]): ElementSets {
  const [first, ...rest] = parts.map(({ text }) => text.trimEnd())
  const text = [first, ...rest.map((csv) => csv.slice(csv.indexOf('\n') + 1))].join('\n')
  return {
    text,
    byNoradId: new Map(parts.flatMap(({ byNoradId }) => [...byNoradId])),
    refused: parts.reduce((sum, { refused }) => sum + refused, 0),
    refusedIds: parts.flatMap(({ refusedIds }) => refusedIds),
  }
}

/** A CelesTrak group, which the weekly check reads through the cache: it may be requested once per cycle. */
export const groupFeed = toFeed(
  elementSetGroup,
  async ({ group }, context) => (await groupElementSets(group, context)).value,
)

/** A launch year, which the weekly check reads through the cache: it may be requested once per cycle. */
export const launchYearFeed = toFeed(
  elementSetsOfLaunchYear,
  async ({ launch_year }, context) => (await launchYearElementSets(launch_year, context)).pulled.value,
)
