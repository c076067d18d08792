import { groupElementSets } from '#catalogue/celestrak/element-sets'
import { cachedSatcat, toCatalogueObject } from '#catalogue/celestrak/satcat'
import type { ElementSet } from '#catalogue/elements/element-set'
import type { CatalogueObject } from '#catalogue/satcat/catalogue-object'
import { readObjects } from '#debris/object-list/shell-objects'
import { isServable } from '#debris/shells/shell-validity'
import { RunGoneError } from '#debris/shells/shells'
import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'

/** Objects with where they come from; `fetchedAt` is that of the oldest source, in epoch milliseconds. */
export interface HeldObjects {
  readonly objects: readonly CatalogueObject[]
  readonly source: string
  readonly fetchedAt: number
}

/** What is looked for: one object, or all that match. */
export interface Wanted {
  readonly noradId?: number | undefined
  readonly matches: (elements: ElementSet) => boolean
}

/**
 * Returns the objects of a group.
 *
 * @throws Problem
 */
export async function objectsOfGroup(group: string, context: Context): Promise<HeldObjects> {
  const { value, source, fetchedAt } = await groupElementSets(group, context)
  return { objects: await withFacts(value.byNoradId.values(), context), source, fetchedAt }
}

/**
 * Returns the objects that match: of the active satellites, which are fetched as everywhere if they are not
 * held, and of the last run of the shells, which has the whole catalogue. No query is sent for an object.
 *
 * @throws Problem `object_not_found` if there is none, or why the active satellites are not available
 */
export async function findObjects(wanted: Wanted, context: Context): Promise<HeldObjects> {
  const active = await groupElementSets('active', context).catch(toProblem)
  const known = active instanceof Problem ? new Map<number, ElementSet>() : active.value.byNoradId
  const own = wanted.noradId === undefined ? [...known.values()] : [known.get(wanted.noradId)]
  const found = own.filter((elements) => elements !== undefined).filter(wanted.matches)
  const sources: Omit<HeldObjects, 'objects'>[] = []
  if (found.length > 0 && !(active instanceof Problem)) sources.push(active)
  const objects = await withFacts(found, context)
  if (found.length === 0 || wanted.noradId === undefined) {
    const run = await findInRun(wanted, known, context)
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

/** Returns the objects of the last run that match, but those that are known already. */
async function findInRun(
  { noradId, matches }: Wanted,
  known: ReadonlyMap<number, ElementSet>,
  { debris: { shells }, now, settings }: Context,
): Promise<HeldObjects> {
  const run = await shells.current(now())
  const objects: CatalogueObject[] = []
  if (!run || !isServable(run, now(), settings.staleIfErrorMs))
    return { objects, source: '', fetchedAt: now() }
  try {
    for await (const part of readObjects(run, shells, noradId === undefined ? 0 : noradId - 1)) {
      objects.push(...part.filter(({ elements }) => !known.has(elements.noradId) && matches(elements)))
      if (noradId !== undefined && (part.at(-1)?.elements.noradId ?? 0) >= noradId) break
    }
  } catch (error) {
    // The next request reads the run that has replaced it.
    if (!(error instanceof RunGoneError)) throw error
    shells.invalidate()
  }
  return { objects, source: run.source, fetchedAt: run.fetchedAt }
}
