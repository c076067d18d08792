import { cachedSatcat, toCatalogueObject } from '#catalogue/celestrak/satcat'
import type { ElementSet } from '#catalogue/elements/element-set'
import type { CatalogueObject } from '#catalogue/satcat/catalogue-object'
import { type Reading, readGroup } from '#compat/celestrak/read-group'
import { findInRun, type Wanted } from '#compat/celestrak/run-objects'
import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'

/** Objects with where they come from; `fetchedAt` is that of the oldest source, in epoch milliseconds. */
export interface HeldObjects {
  readonly objects: readonly CatalogueObject[]
  readonly source: string
  readonly fetchedAt: number
}

/**
 * Returns the objects of a group.
 *
 * @throws Problem
 */
export async function objectsOfGroup(group: string, reading: Reading): Promise<HeldObjects> {
  const { byNoradId, source, fetchedAt } = await readGroup(group, reading)
  return { objects: await withFacts(byNoradId.values(), reading.context), source, fetchedAt }
}

/**
 * Returns the objects that match: of the active satellites, which are fetched as everywhere if they are not
 * held, and of the last run of the shells, which has the whole catalogue. No query is sent for an object.
 *
 * @throws Problem `object_not_found` if there is none, or why the active satellites are not available
 */
export async function findObjects(wanted: Wanted, reading: Reading): Promise<HeldObjects> {
  const active = await readGroup('active', reading).catch(toProblem)
  const known = active instanceof Problem ? new Map<number, ElementSet>() : active.byNoradId
  const own = wanted.noradId === undefined ? [...known.values()] : [known.get(wanted.noradId)]
  const found = own.filter((elements) => elements !== undefined).filter(wanted.matches)
  const sources: Omit<HeldObjects, 'objects'>[] = []
  if (found.length > 0 && !(active instanceof Problem)) sources.push(active)
  const objects = await withFacts(found, reading.context)
  if (found.length === 0 || wanted.noradId === undefined) {
    const run = await findInRun(wanted, known, reading.context)
    objects.push(...run.objects)
    if (run.objects.length > 0) sources.push(run)
  }
  if (sources.length === 0) throw active instanceof Problem ? active : new Problem('object_not_found')
  const labels = new Set(sources.map(({ source }) => source))
  const fetchedAt = Math.min(...sources.map((each) => each.fetchedAt))
  return { objects, source: [...labels].join('; '), fetchedAt }
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

async function withFacts(elementSets: Iterable<ElementSet>, context: Context): Promise<CatalogueObject[]> {
  const satcat = await cachedSatcat(context)
  return [...elementSets].map((elements) => toCatalogueObject(elements, satcat))
}
