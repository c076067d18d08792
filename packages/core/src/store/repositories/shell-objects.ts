import { endOfTurn } from '#end-of-turn'
import type { CatalogueObject, TrackedObject } from '#orbit/catalogue-object'
import type { ListedObject } from '#orbit/diff'
import type { ElementSet } from '#orbit/element-set'
import { objectParts, RunGoneError, type ShellRun, type Shells } from '#store/repositories/shells'

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
  const { elements } = object
  return [
    ...ELEMENTS.map((field) => elements[field]),
    ...FACTS.map((field) => object[field]),
    ...HISTORY.map((field) => object[field]),
  ]
}

/** Whether two states of an object have the same elements and the same facts. */
export function isUnchanged(before: CatalogueObject, after: CatalogueObject): boolean {
  return (
    ELEMENTS.every((field) => before.elements[field] === after.elements[field]) &&
    FACTS.every((field) => before[field] === after[field])
  )
}

const FACTS_AND_HISTORY = [...FACTS, ...HISTORY]

function decodeObject(row: readonly unknown[]): TrackedObject {
  const elements = membersOf<ElementSet>(ELEMENTS, row)
  return { elements, ...membersOf<Omit<TrackedObject, 'elements'>>(FACTS_AND_HISTORY, row, ELEMENTS.length) }
}

/** Returns an object with the values of a row, from the one at `from` on. */
function membersOf<T>(fields: readonly (keyof T & string)[], row: readonly unknown[], from = 0): T {
  const members: Record<string, unknown> = {}
  for (let i = 0; i < fields.length; i += 1) members[fields[i] as string] = row[from + i]
  return members as T
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
    await endOfTurn()
    const rows = await shells.readPart<unknown[][]>(run.id, `objects:${part}`)
    if (!rows) throw new RunGoneError(`shell run ${run.id} lacks objects:${part}`)
    yield rows.map(decodeObject)
  }
}

/** Returns the objects of a run of an earlier version, which has only the fields of a difference. */
export async function readListedBefore(run: ShellRun, shells: Shells): Promise<ListedObject[]> {
  const listed: ListedObject[] = []
  for (const part of objectParts(run)) {
    const rows = (await shells.readPart<unknown[][]>(run.id, part)) ?? []
    for (const row of rows) listed.push(membersOf<ListedObject>(LISTED, row))
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
