import type { RunBefore } from '#features/debris/night/run-before'
import { encodeObject, isUnchanged } from '#features/debris/object-list/shell-objects'
import { writeHistory } from '#features/debris/shells/shell-history'
import { OBJECTS_PER_PART, type ShellRun, type Shells } from '#features/debris/shells/shells'
import type {
  CatalogueObject,
  DepartedObject,
  TrackedObject,
} from '#features/objects/satcat/catalogue-object'
import { iso } from '#kernel/kit/time'

/** A run that is not published yet, with its objects in the order of their numbers. */
interface UnpublishedObjects {
  readonly run: ShellRun
  readonly objects: ReadonlyMap<number, CatalogueObject>
  readonly hasDecayed: (noradId: number) => boolean
}

/**
 * Writes the objects of a run, with the numbers of the runs in which they entered the catalogue and last
 * changed. Also writes the objects that have left the catalogue, and the earlier runs.
 * @param before Absent for the first run.
 */
export async function publishObjects(
  { run, objects, hasDecayed }: UnpublishedObjects,
  before: RunBefore | undefined,
  { shells, keep }: { shells: Shells; keep: () => Promise<void> },
): Promise<void> {
  const { runs, departed } = before?.history ?? { runs: [], departed: [] }
  const departedById = new Map(departed.map((object) => [object.noradId, object]))
  const all = [...objects.values()]
  for (const index of run.firstIds.keys()) {
    await keep()
    const rows = all
      .slice(index * OBJECTS_PER_PART, (index + 1) * OBJECTS_PER_PART)
      .map((object) => encodeObject(track(object, run, { before, departed: departedById })))
    await shells.writePart(run.id, `objects:${index}`, rows)
  }
  const newlyDeparted = [...(before?.objects ?? [])]
    .filter(([noradId]) => !objects.has(noradId))
    .map(
      ([
        noradId,
        {
          elements: { name },
          firstSeen,
        },
      ]): DepartedObject => {
        const reason = hasDecayed(noradId) ? 'decayed' : 'gone'
        return { noradId, name, reason, removedIn: run.number, firstSeen }
      },
    )
  const history = {
    runs: before ? [...runs, { id: before.run.id, number: before.run.number }] : [],
    departed: [...departed.filter(({ noradId }) => !objects.has(noradId)), ...newlyDeparted],
  }
  await writeHistory(run.id, history, shells)
}

/** Data of an object recorded by earlier runs. */
interface Known {
  /** Absent for the first run, as its objects have no day of first observation. */
  readonly before: RunBefore | undefined
  readonly departed: ReadonlyMap<number, DepartedObject>
}

function track(object: CatalogueObject, run: ShellRun, { before, departed }: Known): TrackedObject {
  const { noradId } = object.elements
  const { number, fetchedAt } = run
  const last = before?.objects.get(noradId)
  if (last) {
    const { firstSeen, addedIn, changedIn } = last
    return { ...object, firstSeen, addedIn, changedIn: isUnchanged(last, object) ? changedIn : number }
  }
  const returning = departed.get(noradId)
  const firstSeen = !before ? null : returning ? returning.firstSeen : iso(fetchedAt).slice(0, 10)
  return { ...object, firstSeen, addedIn: number, changedIn: number }
}
