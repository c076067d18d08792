import {
  CATALOGUE_KEY,
  type CachedElementSets,
  catalogueKind,
  elementSetsKind,
  groupElementSets,
  groupKey,
  launchYearElementSets,
  launchYearKey,
  launchYearKind,
  toPulled,
} from '#features/objects/celestrak/element-sets'
import { type ElementSets, elementSet } from '#features/objects/celestrak/feeds'
import { findLaunchYear } from '#features/objects/celestrak/launch-year'
import { cachedSatcat, type SatcatLookup } from '#features/objects/celestrak/satcat'
import type { ObjectsContext } from '#features/objects/context'
import { type ElementSet, objectTypeFromName } from '#features/objects/elements/element-set'
import { consumeAccountShare } from '#kernel/accounts/quota/account-share'
import { Problem } from '#kernel/kit/problem'
import { hours, isWithin, minutes } from '#kernel/kit/time'
import { ignoreWaitUntil } from '#kernel/storage/cache/snapshot'
import { pull } from '#kernel/upstreams/client/pull'
import { toProblem } from '#kernel/upstreams/client/to-problem'
import { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import type { Pulled } from '#kernel/upstreams/upstream'

/** Single-object queries of an account per hour: a sixth of the hourly budget. */
const ACCOUNT_SHARE = {
  name: 'celestrak:object',
  calls: 5,
  callsWithoutKey: 7,
  queries: 'single-object queries to CelesTrak',
  rest: 'Objects that are already cached are still served.',
}
/** Single-object queries per hour before the whole `active` group is fetched instead. */
const SINGLE_OBJECT_BUDGET = { name: 'celestrak:single-objects', calls: 5, perMs: hours(1) }
/**
 * Launch years fetched for single objects: each once in four hours, 32 MB a day at most. With `active`, the
 * groups and the nightly catalogue this stays below the 100 MB a day at which CelesTrak blocks clients.
 */
const LAUNCH_YEAR_BUDGET = { name: 'celestrak:years', calls: 70, perMs: hours(4) }
/** Time for which an element set is served for its object. */
const VALID_MS = hours(1)
const ACTIVE_KEY = groupKey('active')

interface ObjectRequest {
  readonly noradId: number
  /** Returns whether an element set may be served. Unsound sets are not cached. */
  readonly isSound: (elements: ElementSet) => boolean
  /** Account whose share of the single-object queries is consumed, if any. */
  readonly account: string | undefined
}

/**
 * Returns the mean elements of one object: from cached sets, the `active` group, its launch year, and only
 * then from a query of its own, so that load never becomes one query per object. The first few objects of an
 * hour that may be in `active` are queried one by one before the whole group is fetched.
 *
 * @throws Problem
 */
export async function objectElementSet(
  wanted: ObjectRequest,
  context: ObjectsContext,
): Promise<Pulled<ElementSet>> {
  const { noradId } = wanted
  const cached = await findInCachedSets(noradId, context)
  if (cached) return cached
  const satcat = await cachedSatcat(context)
  let isOutside = isOutsideActive(noradId, satcat, context)
  if (!isOutside && !(await context.upstreams.budgets.tryConsume(SINGLE_OBJECT_BUDGET))) {
    const active = await groupElementSets('active', context).catch(() => undefined)
    const found = active && pick(noradId, active)
    if (found) return found
    isOutside = active !== undefined
  }
  const year = isOutside ? findLaunchYear(noradId, satcat, context) : undefined
  const ofYear = year === undefined ? undefined : await findInLaunchYear(noradId, year, context)
  return ofYear ?? queryObject(wanted, context)
}

async function findInCachedSets(
  noradId: number,
  context: ObjectsContext,
): Promise<Pulled<ElementSet> | undefined> {
  for (const key of [ACTIVE_KEY, CATALOGUE_KEY]) {
    const snapshot = await context.snapshots.getFresh(key, catalogueKind)
    const found = snapshot && pick(noradId, toPulled(snapshot))
    if (found) return found
  }
  return undefined
}

/**
 * Returns whether an object is known not to be in `active`, judged by cached copies, expired ones included.
 */
function isOutsideActive(noradId: number, satcat: SatcatLookup, { snapshots }: ObjectsContext): boolean {
  const active = snapshots.peek<CachedElementSets>(ACTIVE_KEY)?.value.value.byNoradId
  if (active) return !active.has(noradId)
  const name = snapshots.peek<CachedElementSets>(CATALOGUE_KEY)?.value.value.byNoradId.get(noradId)?.name
  const type = satcat(noradId)?.objectType ?? (name === undefined ? undefined : objectTypeFromName(name))
  return type !== undefined && type !== 'payload'
}

async function findInLaunchYear(
  noradId: number,
  launch_year: number,
  context: ObjectsContext,
): Promise<Pulled<ElementSet> | undefined> {
  const pulled = await loadLaunchYearOnce(launch_year, context)
  return pulled && pick(noradId, pulled)
}

/**
 * Loads a launch year once for all concurrent callers; `undefined` if it is too old, failed, or the budget is
 * exhausted.
 */
function loadLaunchYearOnce(
  launch_year: number,
  context: ObjectsContext,
): Promise<Pulled<ElementSets> | undefined> {
  const loads = context.objects.launchYearLoads
  const load =
    loads.get(launch_year) ?? loadLaunchYear(launch_year, context).finally(() => loads.delete(launch_year))
  loads.set(launch_year, load)
  return load
}

async function loadLaunchYear(
  launch_year: number,
  context: ObjectsContext,
): Promise<Pulled<ElementSets> | undefined> {
  const cached = await context.snapshots.getFresh(
    launchYearKey(launch_year),
    launchYearKind(launch_year, context),
  )
  if (cached) {
    const { fetchedAt } = cached
    return isWithin(fetchedAt, fetchedAt + VALID_MS, context.now()) ? toPulled(cached) : undefined
  }
  if (!(await context.upstreams.budgets.tryConsume(LAUNCH_YEAR_BUDGET))) return undefined
  try {
    return (await launchYearElementSets(launch_year, context)).pulled
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * Queries a single object. The result is cached for "has not updated" responses to confirm, not to be served
 * again.
 */
async function queryObject(
  { noradId, isSound, account }: ObjectRequest,
  context: ObjectsContext,
): Promise<Pulled<ElementSet>> {
  const kind = elementSetsKind(0, minutes(15), async (held) => {
    const pulled = await pull(elementSet, { noradId }, context, held?.value.value)
    const found = pick(noradId, pulled)
    if (!found || !isSound(found.value)) throw unusableElementSet()
    return pulled
  })
  const refund = await consumeAccountShare(ACCOUNT_SHARE, account, context)
  try {
    const { snapshot } = await context.snapshots.read(`element-sets:object:${noradId}`, kind, ignoreWaitUntil)
    return pick(noradId, toPulled(snapshot)) as Pulled<ElementSet>
  } catch (error) {
    // No request was sent, or it failed.
    if (error instanceof Problem && error.code === 'upstream_unavailable') await refund()
    throw error
  }
}

function unusableElementSet(): Problem {
  const message = 'the element set belongs to another object or has impossible values'
  return toProblem(elementSet, new UpstreamError('invalid', message))
}

function pick(noradId: number, { value, ...rest }: Pulled<ElementSets>): Pulled<ElementSet> | undefined {
  const found = value.byNoradId.get(noradId)
  return found && { value: found, ...rest }
}
