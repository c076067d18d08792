import type { CatalogueObject, DepartedObject, TrackedObject } from '#orbit/catalogue-object'
import { readHistory, writeHistory } from '#store/repositories/shell-history'
import { encodeObject, isUnchanged, readObjects } from '#store/repositories/shell-objects'
import { OBJECTS_PER_PART, type ShellRun, type Shells } from '#store/repositories/shells'
import { iso } from '#time'

/** The objects of a run that is not yet published. */
export interface FinishedObjects {
  readonly run: ShellRun
  /** The objects of its catalogue with what SATCAT has on them, by catalogue number. */
  readonly catalogued: readonly CatalogueObject[]
  readonly hasDecayed: (norad_id: number) => boolean
  readonly previous: ShellRun | undefined
}

/** What the runs before knew of the objects of a catalogue. */
interface Before {
  /** Whether there was none: the objects of the first run have no day on which they were first seen. */
  readonly isFirst: boolean
  readonly listed: ReadonlySet<number>
  readonly tracked: ReadonlyMap<number, TrackedObject>
  readonly departed: ReadonlyMap<number, DepartedObject>
}

/**
 * Writes the objects of a run with the numbers of the runs in which they entered the catalogue and last
 * changed, those that have left it, and the runs before.
 * @param listedBefore Catalogue numbers of the previous run.
 */
export async function publishObjects(
  { run, catalogued, hasDecayed, previous }: FinishedObjects,
  listedBefore: ReadonlyMap<number, string>,
  { shells, keep }: { shells: Shells; keep: () => Promise<void> },
): Promise<void> {
  const { runs, departed } = previous ? await readHistory(previous, shells) : { runs: [], departed: [] }
  const tracked = previous ? await readTracked(previous, shells) : new Map<number, TrackedObject>()
  const before: Before = {
    isFirst: previous === undefined,
    listed: new Set(listedBefore.keys()),
    tracked,
    departed: new Map(departed.map((object) => [object.noradId, object])),
  }
  for (let index = 0; index * OBJECTS_PER_PART < catalogued.length; index += 1) {
    await keep()
    const objects = catalogued.slice(index * OBJECTS_PER_PART, (index + 1) * OBJECTS_PER_PART)
    const rows = objects.map((object) => encodeObject(track(object, run, before)))
    await shells.writePart(run.id, `objects:${index}`, rows)
  }
  const members = new Set(catalogued.map(({ elements }) => elements.noradId))
  const newlyDeparted = [...listedBefore]
    .filter(([noradId]) => !members.has(noradId))
    .map(([noradId, name]): DepartedObject => {
      const reason = hasDecayed(noradId) ? 'decayed' : 'gone'
      const firstSeen = tracked.get(noradId)?.firstSeen ?? null
      return { noradId, name, reason, removedIn: numberOf(run), firstSeen }
    })
  const isKnown = previous?.number !== undefined
  await writeHistory(
    run.id,
    {
      runs: isKnown ? [...runs, { id: previous.id, number: numberOf(previous) }] : [],
      departed: [...departed.filter(({ noradId }) => !members.has(noradId)), ...newlyDeparted],
    },
    shells,
  )
}

async function readTracked(previous: ShellRun, shells: Shells): Promise<Map<number, TrackedObject>> {
  const tracked = new Map<number, TrackedObject>()
  for await (const objects of readObjects(previous, shells))
    for (const object of objects) tracked.set(object.elements.noradId, object)
  return tracked
}

function track(object: CatalogueObject, run: ShellRun, before: Before): TrackedObject {
  const { noradId } = object.elements
  const number = numberOf(run)
  const known = before.tracked.get(noradId)
  if (known) {
    const { firstSeen, addedIn, changedIn } = known
    return { ...object, firstSeen, addedIn, changedIn: isUnchanged(known, object) ? changedIn : number }
  }
  const wasSeen = before.isFirst || before.listed.has(noradId)
  const departed = before.departed.get(noradId)
  const firstSeen = wasSeen ? null : departed ? departed.firstSeen : iso(run.fetchedAt).slice(0, 10)
  return { ...object, firstSeen, addedIn: number, changedIn: number }
}

function numberOf({ number = 0 }: ShellRun): number {
  return number
}
