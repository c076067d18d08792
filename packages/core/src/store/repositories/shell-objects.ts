import type { CatalogueObject, TrackedObject } from '#orbit/catalogue-object'
import { type ListedObject, listedObject } from '#orbit/diff'
import type { ElementSet } from '#orbit/element-set'
import { objectParts, type ShellRun, type Shells } from '#store/repositories/shells'

/** A part of a run that is no longer stored: two newer runs have been published since. */
export class RunGoneError extends Error {
  override readonly name = 'RunGoneError'
}

const ELEMENTS = [
  'noradId',
  'name',
  'internationalDesignator',
  'epoch',
  'meanMotionRevPerDay',
  'eccentricity',
  'inclinationDeg',
  'raanDeg',
  'argOfPericenterDeg',
  'meanAnomalyDeg',
  'bstarPerEarthRadius',
  'meanMotionDotRevPerDay2',
  'meanMotionDdotRevPerDay3',
  'elementSetNo',
  'revAtEpoch',
  'classification',
  'ephemerisType',
] as const satisfies (keyof ElementSet)[]

const FACTS = [
  'objectType',
  'owner',
  'launchDate',
  'decayDate',
  'rcsM2',
] as const satisfies (keyof CatalogueObject)[]
const HISTORY = ['firstSeen', 'addedIn', 'changedIn'] as const satisfies (keyof TrackedObject)[]

/** Returns an object as it is stored: its elements, facts and history in this order. */
export function encodeObject(object: TrackedObject): unknown[] {
  return [...comparable(object), ...HISTORY.map((field) => object[field])]
}

/** Whether two states of an object have the same elements and the same facts. */
export function isUnchanged(before: CatalogueObject, after: CatalogueObject): boolean {
  const known = comparable(before)
  return comparable(after).every((value, i) => value === known[i])
}

function comparable(object: CatalogueObject): unknown[] {
  return [...ELEMENTS.map((field) => object.elements[field]), ...FACTS.map((field) => object[field])]
}

function decodeObject(row: readonly unknown[]): TrackedObject {
  const rest = row.slice(ELEMENTS.length)
  const members = [...FACTS, ...HISTORY].map((field, i) => [field, rest[i]])
  const elements = Object.fromEntries(ELEMENTS.map((field, i) => [field, row[i]]))
  return { elements, ...Object.fromEntries(members) } as unknown as TrackedObject
}

/**
 * Yields the objects of a run part by part, in the order of catalogue numbers, from the part that has the
 * first number after `after`.
 * @throws RunGoneError
 */
export async function* readObjects(
  run: ShellRun,
  shells: Shells,
  after = 0,
): AsyncGenerator<TrackedObject[]> {
  const firstIds = run.firstIds ?? []
  const start = Math.max(
    0,
    firstIds.findLastIndex((noradId) => noradId <= after),
  )
  for (let part = start; part < firstIds.length; part += 1) {
    const rows = await shells.readPart<unknown[][]>(run.id, `objects:${part}`)
    if (!rows) throw new RunGoneError(`shell run ${run.id} lacks objects:${part}`)
    yield rows.map(decodeObject)
  }
}

/** Returns the objects of a run with the fields of a difference; those of earlier versions have no others. */
export async function readListed(run: ShellRun, shells: Shells): Promise<ListedObject[]> {
  const listed: ListedObject[] = []
  if (run.firstIds) {
    for await (const objects of readObjects(run, shells))
      for (const { elements, objectType } of objects) listed.push(listedObject(elements, objectType))
    return listed
  }
  for (const part of objectParts(run)) {
    const rows = (await shells.readPart<unknown[][]>(run.id, part)) ?? []
    for (const row of rows)
      listed.push(Object.fromEntries(LISTED.map((field, i) => [field, row[i]])) as unknown as ListedObject)
  }
  return listed
}

/** The fields of an object in runs of earlier versions. */
const LISTED = [
  'norad_id',
  'name',
  'international_designator',
  'object_type',
  'perigee_km',
  'apogee_km',
  'inclination_deg',
] as const satisfies (keyof ListedObject)[]
