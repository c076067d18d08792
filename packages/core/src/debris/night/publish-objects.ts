import type { CatalogueObject, DepartedObject, TrackedObject } from '#catalogue/satcat/catalogue-object'
import type { RunBefore } from '#debris/night/run-before'
import { encodeObject, isUnchanged } from '#debris/object-list/shell-objects'
import { writeHistory } from '#debris/shells/shell-history'
import { OBJECTS_PER_PART, type ShellRun, type Shells } from '#debris/shells/shells'
import { iso } from '#kit/time'

/** The objects of a run that is not yet published. */
export interface FinishedObjects {
  readonly run: ShellRun
  /** The objects of its catalogue with what SATCAT has on them, by catalogue number. */
  readonly catalogued: readonly CatalogueObject[]
  readonly hasDecayed: (norad_id: number) => boolean
}

/**
 * Writes the objects of a run with the numbers of the runs in which they entered the catalogue and last
 * changed, those that have left it, and the runs before.
 * @param before Absent for the first run.
 */
export async function publishObjects(
  { run, catalogued, hasDecayed }: FinishedObjects,
  before: RunBefore | undefined,
  { shells, keep }: { shells: Shells; keep: () => Promise<void> },
): Promise<void> {
  const { runs, departed } = before?.history ?? { runs: [], departed: [] }
  const known: Known = {
    before,
    departed: new Map(departed.map((object) => [object.noradId, object])),
  }
  for (let index = 0; index * OBJECTS_PER_PART < catalogued.length; index += 1) {
    await keep()
    const objects = catalogued.slice(index * OBJECTS_PER_PART, (index + 1) * OBJECTS_PER_PART)
    const rows = objects.map((object) => encodeObject(track(object, run, known)))
    await shells.writePart(run.id, `objects:${index}`, rows)
  }
  const members = new Set(catalogued.map(({ elements }) => elements.noradId))
  const newlyDeparted = (before?.listed ?? [])
    .filter(({ norad_id }) => !members.has(norad_id))
    .map(({ norad_id, name }): DepartedObject => {
      const reason = hasDecayed(norad_id) ? 'decayed' : 'gone'
      const firstSeen = before?.tracked.get(norad_id)?.firstSeen ?? null
      return { noradId: norad_id, name, reason, removedIn: run.number, firstSeen }
    })
  const history = {
    runs: before ? [...runs, { id: before.run.id, number: before.run.number }] : [],
    departed: [...departed.filter(({ noradId }) => !members.has(noradId)), ...newlyDeparted],
  }
  await writeHistory(run.id, history, shells)
}

/** What earlier runs tell of an object. */
interface Known {
  /** Absent for the first run, whose objects have no day on which they were first seen. */
  readonly before: RunBefore | undefined
  readonly departed: ReadonlyMap<number, DepartedObject>
}

function track(object: CatalogueObject, run: ShellRun, { before, departed }: Known): TrackedObject {
  const { noradId } = object.elements
  const { number, fetchedAt } = run
  const last = before?.tracked.get(noradId)
  if (last) {
    const { firstSeen, addedIn, changedIn } = last
    return { ...object, firstSeen, addedIn, changedIn: isUnchanged(last, object) ? changedIn : number }
  }
  const returning = departed.get(noradId)
  const firstSeen = !before ? null : returning ? returning.firstSeen : iso(fetchedAt).slice(0, 10)
  return { ...object, firstSeen, addedIn: number, changedIn: number }
}
