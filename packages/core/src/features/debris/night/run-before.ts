import { readObjects } from '#features/debris/object-list/shell-objects'
import { type RunHistory, readHistory } from '#features/debris/shells/shell-history'
import { RunGoneError, type ShellRun, type Shells } from '#features/debris/shells/shells'
import type { TrackedObject } from '#features/objects/satcat/catalogue-object'
import type { Context } from '#kernel/endpoint/endpoint'

/** The run before the one to be published, with all stored data of its objects. */
export interface RunBefore {
  readonly run: ShellRun
  /** Its objects by number, in the order of the numbers. */
  readonly objects: ReadonlyMap<number, TrackedObject>
  readonly history: RunHistory
}

/**
 * Reads the previous run, if there is one. A damaged run is reported and treated as absent, so that it does
 * not prevent later runs from being published.
 */
export async function readRunBefore(
  run: ShellRun | undefined,
  shells: Shells,
  { onError }: Context,
): Promise<RunBefore | undefined> {
  if (!run) return undefined
  try {
    const history = await readHistory(run, shells)
    const objects = new Map<number, TrackedObject>()
    for await (const slice of readObjects(run, shells))
      for (const object of slice) objects.set(object.elements.noradId, object)
    return { run, objects, history }
  } catch (error) {
    if (!(error instanceof RunGoneError)) throw error
    onError(error)
    return undefined
  }
}
