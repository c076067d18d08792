import type { TrackedObject } from '#catalogue/satcat/catalogue-object'
import { type ListedObject, listedObject } from '#debris/diff/diff'
import { readObjects } from '#debris/object-list/shell-objects'
import { type RunHistory, readHistory } from '#debris/shells/shell-history'
import type { ShellRun, Shells } from '#debris/shells/shells'

/** The run before one that is to be published, with all that is stored of its objects. */
export interface RunBefore {
  readonly run: ShellRun
  /** Its objects with the fields of a difference. */
  readonly listed: readonly ListedObject[]
  /** The same by catalogue number, with their history. */
  readonly tracked: ReadonlyMap<number, TrackedObject>
  readonly history: RunHistory
}

/** Reads a run that is to be the previous one. */
export async function readRunBefore(run: ShellRun, shells: Shells): Promise<RunBefore> {
  const history = await readHistory(run, shells)
  const tracked = new Map<number, TrackedObject>()
  for await (const objects of readObjects(run, shells))
    for (const object of objects) tracked.set(object.elements.noradId, object)
  const listed = Array.from(tracked.values(), ({ elements, objectType }) =>
    listedObject(elements, objectType),
  )
  return { run, listed, tracked, history }
}
