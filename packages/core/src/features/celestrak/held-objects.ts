import type { CelestrakContext } from '#features/celestrak/context'
import { findInRun, type Wanted } from '#features/celestrak/run-objects'
import { readGroup } from '#features/objects/celestrak/read-group'
import { cachedSatcat, toCatalogueObject } from '#features/objects/celestrak/satcat'
import type { ElementSet } from '#features/objects/elements/element-set'
import { objectProblems } from '#features/objects/problems'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { arrayInTurns } from '#kernel/kit/end-of-turn'
import { Problem } from '#kernel/kit/problem'
import { hours, minutes } from '#kernel/kit/time'
import { joinLabels } from '#kernel/upstreams/source-label'

/** Objects with their provenance; instants are epoch milliseconds. */
export interface HeldObjects {
  readonly objects: readonly CatalogueObject[]
  readonly source: string
  /** Fetch time of the oldest source. */
  readonly fetchedAt: number
  /** Time at which newer objects may be available. */
  readonly validUntil: number
}

/** Time for which a group is cached. The active satellites are renewed every hour. */
const GROUP_MS = hours(3)
const ACTIVE_MS = hours(1)
/** Delay before the active satellites are requested again if they could not be renewed. */
const AGAIN_MS = minutes(1)

/**
 * Returns the objects of a group.
 *
 * @throws Problem
 */
export async function objectsOfGroup(group: string, context: CelestrakContext): Promise<HeldObjects> {
  const { byNoradId, source, fetchedAt } = await readGroup(group, context)
  const objects = await withFacts(byNoradId.values(), context)
  return { objects, source, fetchedAt, validUntil: fetchedAt + GROUP_MS }
}

/**
 * Returns the objects that match, from the active satellites (which are fetched as usual if they are not
 * cached) and from the last run of the shells, which has the complete catalogue. No query is sent for a
 * single object.
 *
 * @throws Problem `object_not_found` if there is none, or the reason why the active satellites are
 *   unavailable
 */
export async function findObjects(wanted: Wanted, context: CelestrakContext): Promise<HeldObjects> {
  const active = await readGroup('active', context).catch(toProblem)
  const known = active instanceof Problem ? new Map<number, ElementSet>() : active.byNoradId
  const own = wanted.noradId === undefined ? [...known.values()] : [known.get(wanted.noradId)]
  const found = own.filter((elements) => elements !== undefined).filter(wanted.matches)
  const sources: Omit<HeldObjects, 'objects'>[] = []
  const now = context.now()
  if (found.length > 0 && !(active instanceof Problem)) {
    const validUntil = Math.max(active.fetchedAt + ACTIVE_MS, now + AGAIN_MS)
    sources.push({ source: active.source, fetchedAt: active.fetchedAt, validUntil })
  }
  const objects = await withFacts(found, context)
  if (found.length === 0 || wanted.noradId === undefined) {
    const run = await findInRun(wanted, known, context)
    objects.push(...run.objects)
    if (run.objects.length > 0) sources.push({ ...run, validUntil: now + ACTIVE_MS })
  }
  if (sources.length === 0)
    throw active instanceof Problem ? active : new Problem(objectProblems.object_not_found)
  const fetchedAt = Math.min(...sources.map((each) => each.fetchedAt))
  const validUntil = Math.min(...sources.map((each) => each.validUntil))
  return { objects, source: joinLabels(sources.map(({ source }) => source)), fetchedAt, validUntil }
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

async function withFacts(
  elementSets: Iterable<ElementSet>,
  context: CelestrakContext,
): Promise<CatalogueObject[]> {
  const satcat = await cachedSatcat(context)
  const sets = [...elementSets]
  return arrayInTurns(sets.length, (index) => toCatalogueObject(sets[index] as ElementSet, satcat))
}
