import { ELEMENT_FIELDS, fromElementRow, membersOf, toElementRow } from '#catalogue/elements/element-fields'
import type { CatalogueObject, TrackedObject } from '#catalogue/satcat/catalogue-object'
import { RunGoneError, type ShellRun, type Shells } from '#debris/shells/shells'
import { endOfTurn } from '#kit/end-of-turn'

const FACTS = ['objectType', 'owner', 'launchDate', 'decayDate', 'rcsM2'] as const
const FACTS_AND_HISTORY = [...FACTS, 'firstSeen', 'addedIn', 'changedIn'] as const

/** Returns an object as it is stored: its elements, facts and history in this order. */
export function encodeObject(object: TrackedObject): unknown[] {
  return [...toElementRow(object.elements), ...FACTS_AND_HISTORY.map((field) => object[field])]
}

function decodeObject(row: readonly unknown[]): TrackedObject {
  const facts = membersOf<Omit<TrackedObject, 'elements'>>(FACTS_AND_HISTORY, row, ELEMENT_FIELDS.length)
  return { elements: fromElementRow(row), ...facts }
}

/** Whether two states of an object have the same elements and the same facts. */
export function isUnchanged(before: CatalogueObject, after: CatalogueObject): boolean {
  return (
    ELEMENT_FIELDS.every(([field]) => before.elements[field] === after.elements[field]) &&
    FACTS.every((field) => before[field] === after[field])
  )
}

/** Objects that are decoded at a time: whoever waits between two slices keeps one of them. */
const OBJECTS_PER_SLICE = 100

/**
 * Yields the objects of a run slice by slice, in the order of catalogue numbers, from the part that has the
 * first number after `after`. One stored part is in memory at a time, of which one slice is decoded.
 * @throws RunGoneError
 */
export async function* readObjects(
  run: ShellRun,
  shells: Shells,
  after = 0,
): AsyncGenerator<TrackedObject[]> {
  const { firstIds } = run
  const start = Math.max(
    0,
    firstIds.findLastIndex((noradId) => noradId <= after),
  )
  for (let part = start; part < firstIds.length; part += 1) {
    await endOfTurn()
    const rows = await shells.readPart<unknown[][]>(run.id, `objects:${part}`)
    if (!rows) throw new RunGoneError(`shell run ${run.id} lacks objects:${part}`)
    for (let from = 0; from < rows.length; from += OBJECTS_PER_SLICE)
      yield rows.slice(from, from + OBJECTS_PER_SLICE).map(decodeObject)
  }
}
