import type { Context } from '#context'
import { type ElementSet, objectType } from '#orbit/element-set'
import { Problem } from '#problem'
import { noDefer } from '#store/snapshots'
import { hours, lasts, minutes } from '#time'
import { takeShare } from '#upstreams/account-share'
import { hasBudget } from '#upstreams/budget'
import { type ElementSets, elementSet } from '#upstreams/celestrak'
import {
  CATALOGUE,
  catalogueKind,
  groupElementSets,
  groupKey,
  type Held,
  heldElementSets,
  launchYearElementSets,
  pulledOf,
  yearKey,
  yearKind,
} from '#upstreams/element-sets'
import { launchYearOf } from '#upstreams/launch-year'
import { pull } from '#upstreams/pull'
import { heldSatcat, type SatcatLookup } from '#upstreams/satcat'
import type { Pulled } from '#upstreams/upstream'

/** Distinct objects in an hour that are asked one by one before whole groups are read instead. */
const HANDFUL = { name: 'celestrak:handful', calls: 5, perMs: hours(1) }
/**
 * Launch years that are read for single objects: each of them once in four hours, 32 MB a day at most, so that with `active`, the
 * groups and the night's catalogue we stay below the 100 MB that shut us out.
 */
const YEARS = { name: 'celestrak:years', calls: 70, perMs: hours(4) }
/** How long an element set answers for its object. */
const OBJECT_MS = hours(1)
const ACTIVE = groupKey('active')

interface Wanted {
  readonly norad_id: number
  /** Whether an element set may be served: of a query of its own nothing is kept that may not. */
  readonly isSound: (elements: ElementSet) => boolean
  /** Who asks, whose share of the single queries is used. */
  readonly account: string | undefined
}

/**
 * The mean elements of one object: from what is held already, from the `active` group, from the bulk query of its launch year, and
 * only then from a query of its own, so that load never becomes one query per object. The first few objects of an hour that may be active
 * are asked one by one before the whole group is read.
 */
export async function objectElementSet(wanted: Wanted, context: Context): Promise<Pulled<ElementSet>> {
  const { norad_id } = wanted
  const held = await inHeldSets(norad_id, context)
  if (held) return held
  const satcat = await heldSatcat(context)
  let isOutside = isOutsideActive(norad_id, satcat, context)
  if (!isOutside && !(await hasBudget(HANDFUL, context))) {
    const active = await groupElementSets('active', context).catch(() => undefined)
    const found = active && pick(norad_id, active)
    if (found) return found
    isOutside = active !== undefined
  }
  const year = isOutside ? launchYearOf(norad_id, satcat, context) : undefined
  const ofYear = year === undefined ? undefined : await inLaunchYear(norad_id, year, context)
  return ofYear ?? ownElementSet(wanted, context)
}

async function inHeldSets(norad_id: number, context: Context): Promise<Pulled<ElementSet> | undefined> {
  for (const key of [ACTIVE, CATALOGUE]) {
    const snapshot = await context.snapshots.held(key, catalogueKind)
    const found = snapshot && pick(norad_id, pulledOf(snapshot))
    if (found) return found
  }
  return undefined
}

/** Whether it is known, also of copies that are past their time, that an object is not one of `active`. */
function isOutsideActive(norad_id: number, satcat: SatcatLookup, { snapshots }: Context): boolean {
  const active = snapshots.peek<Held>(ACTIVE)?.value.value.byNoradId
  if (active) return !active.has(norad_id)
  const name = snapshots.peek<Held>(CATALOGUE)?.value.value.byNoradId.get(norad_id)?.name
  const told = satcat(norad_id)?.object_type ?? (name === undefined ? undefined : objectType(name))
  return told !== undefined && told !== 'payload'
}

async function inLaunchYear(
  norad_id: number,
  launch_year: number,
  context: Context,
): Promise<Pulled<ElementSet> | undefined> {
  const pulled = await yearOnce(launch_year, context)
  return pulled && pick(norad_id, pulled)
}

const underWay = new WeakMap<Context, Map<number, Promise<Pulled<ElementSets> | undefined>>>()

/** A launch year that still answers for its objects, read once however many ask for it; `undefined` when there is none to have. */
function yearOnce(launch_year: number, context: Context): Promise<Pulled<ElementSets> | undefined> {
  const flights = underWay.get(context) ?? new Map<number, Promise<Pulled<ElementSets> | undefined>>()
  underWay.set(context, flights)
  const flight =
    flights.get(launch_year) ?? freshYear(launch_year, context).finally(() => flights.delete(launch_year))
  flights.set(launch_year, flight)
  return flight
}

async function freshYear(launch_year: number, context: Context): Promise<Pulled<ElementSets> | undefined> {
  const held = await context.snapshots.held(yearKey(launch_year), yearKind(launch_year, context))
  if (held) {
    const { fetchedAt } = held
    return lasts(fetchedAt, fetchedAt + OBJECT_MS, context.now()) ? pulledOf(held) : undefined
  }
  if (!(await hasBudget(YEARS, context))) return undefined
  try {
    return (await launchYearElementSets(launch_year, context)).pulled
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** What a query of its own says of an object: asked whenever this is, and kept so that "has not updated" verifies it. */
async function ownElementSet(
  { norad_id, isSound, account }: Wanted,
  context: Context,
): Promise<Pulled<ElementSet>> {
  const kind = heldElementSets(0, minutes(15), async (previous) => {
    const pulled = await pull(elementSet, { norad_id }, context, previous)
    const found = pick(norad_id, pulled)
    if (!found || !isSound(found.value)) throw unusable()
    return pulled
  })
  const giveBack = await takeShare(account, context)
  try {
    const { snapshot } = await context.snapshots.read(`element-sets:object:${norad_id}`, kind, noDefer)
    return pick(norad_id, pulledOf(snapshot)) as Pulled<ElementSet>
  } catch (error) {
    // Nobody was asked, or nobody answered.
    if (error instanceof Problem && error.code === 'upstream_unavailable') await giveBack()
    throw error
  }
}

function unusable(): Problem {
  const cause = new Error('the element set is of another object, or has impossible values')
  return new Problem('upstream_invalid', { cause, retryAfterSeconds: 30 })
}

function pick(norad_id: number, { value, ...rest }: Pulled<ElementSets>): Pulled<ElementSet> | undefined {
  const found = value.byNoradId.get(norad_id)
  return found && { value: found, ...rest }
}
