import { RunGoneError, type ShellRun, type Shells } from '#features/debris/shells/shells'
import {
  ELEMENT_FIELDS,
  fromElementRow,
  membersOf,
  toElementRow,
} from '#features/objects/elements/element-fields'
import type { CatalogueObject, TrackedObject } from '#features/objects/satcat/catalogue-object'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { slicesOf } from '#kernel/kit/slices'

const FACTS = ['objectType', 'owner', 'launchDate', 'decayDate', 'rcsM2'] as const
const FACTS_AND_HISTORY = [...FACTS, 'firstSeen', 'addedIn', 'changedIn'] as const

/** Returns an object in its stored form: its elements, facts and history, in this order. */
export function encodeObject(object: TrackedObject): unknown[] {
  return [...toElementRow(object.elements), ...FACTS_AND_HISTORY.map((field) => object[field])]
}

function decodeObject(row: readonly unknown[]): TrackedObject {
  const facts = membersOf<Omit<TrackedObject, 'elements'>>(FACTS_AND_HISTORY, row, ELEMENT_FIELDS.length)
  return { elements: fromElementRow(row), ...facts }
}

/** Returns whether two states of an object have the same elements and the same facts. */
export function isUnchanged(before: CatalogueObject, after: CatalogueObject): boolean {
  return (
    ELEMENT_FIELDS.every(([field]) => before.elements[field] === after.elements[field]) &&
    FACTS.every((field) => before[field] === after[field])
  )
}

/** Number of objects decoded per turn of the event loop. */
const OBJECTS_PER_SLICE = 100

/** Returns the part of a run that contains a catalogue number. */
function partOf({ firstIds }: ShellRun, noradId: number): number {
  return Math.max(
    0,
    firstIds.findLastIndex((first) => first <= noradId),
  )
}

/** @throws RunGoneError */
async function readRows(run: ShellRun, shells: Shells, part: number): Promise<unknown[][]> {
  await endOfTurn()
  const rows = await shells.readPart<unknown[][]>(run.id, `objects:${part}`)
  if (!rows) throw new RunGoneError(`shell run ${run.id} lacks objects:${part}`)
  return rows
}

/**
 * Yields the objects of a run slice by slice, in the order of catalogue numbers, starting with the part that
 * has the first number after `after`. Only one stored part is in memory at a time, and only one slice of it
 * is decoded.
 * @throws RunGoneError
 */
export async function* readObjects(
  run: ShellRun,
  shells: Shells,
  after = 0,
): AsyncGenerator<TrackedObject[]> {
  for (let part = partOf(run, after); part < run.firstIds.length; part += 1) {
    const rows = await readRows(run, shells, part)
    for (const slice of slicesOf(rows, OBJECTS_PER_SLICE)) {
      await endOfTurn()
      yield slice.map(decodeObject)
    }
  }
}

const NORAD_ID_AT = ELEMENT_FIELDS.findIndex(([field]) => field === 'noradId')

/**
 * Returns the objects of a run with these catalogue numbers, ascending.
 * @throws RunGoneError
 */
export async function readSomeObjects(
  run: ShellRun,
  shells: Shells,
  noradIds: ReadonlySet<number>,
): Promise<TrackedObject[]> {
  const parts = new Set([...noradIds].sort((a, b) => a - b).map((noradId) => partOf(run, noradId)))
  const found: TrackedObject[] = []
  for (const part of parts) {
    const rows = await readRows(run, shells, part)
    for (const row of rows) if (noradIds.has(row[NORAD_ID_AT] as number)) found.push(decodeObject(row))
  }
  return found
}
