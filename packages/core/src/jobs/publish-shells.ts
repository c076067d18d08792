import type { Context } from '#context'
import { LeaseLostError } from '#errors'
import { Checkpoint } from '#jobs/checkpoint'
import type { JobLease } from '#jobs/lease'
import { recordCustomShells, writeCustomShells } from '#jobs/publish-custom-shells'
import { type FinishedObjects, publishObjects } from '#jobs/publish-objects'
import { recordDay, writeDay } from '#jobs/record-day'
import { type RunBefore, readRunBefore } from '#jobs/run-before'
import { highestNumber } from '#orbit/catalogue-numbers'
import type { ConstellationSamples } from '#orbit/constellation-counts'
import type { CustomShell } from '#orbit/custom-shell'
import { type CatalogueDiff, diffCatalogues, type ListedObject, type Side } from '#orbit/diff'
import { shellSamples } from '#orbit/shell-density'
import type { Tally } from '#orbit/tally'
import { RunGoneError, type ShellRun, type Shells } from '#store/repositories/shells'

/** A computed run that is not yet published. */
export interface FinishedRun extends FinishedObjects {
  /** The custom shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
  readonly tally: Tally
  readonly byConstellation: ConstellationSamples
  /** The objects of its catalogue, by catalogue number. */
  readonly objects: readonly ListedObject[]
  /** Catalogue numbers of the objects whose element sets are too old to propagate. */
  readonly staleIds: ReadonlySet<number>
  /** Returns SATCAT's owner code of an object, `''` if it is unknown. */
  readonly ownerOf: (norad_id: number) => string
}

/**
 * Publishes a run: writes all its parts under its id, then moves the pointer to it, so that readers see
 * either the previous run or this one, complete.
 * @throws LeaseLostError if another process may have taken over; the previous run then stays published.
 */
export async function publishShells(
  finished: FinishedRun,
  { shells, lease, fence }: { shells: Shells; lease: JobLease; fence: string },
  context: Context,
): Promise<void> {
  const { tally, previous, customShells } = finished
  const before = await readBefore(finished, shells, context)
  const highestBefore = previous?.highestId ?? (before ? highestIdOf(before) : 0)
  const ids = finished.objects.map(({ norad_id }) => norad_id)
  let run: ShellRun = {
    ...finished.run,
    // A run that was compared with none names none.
    previous: before ? finished.run.previous : null,
    highestId: highestNumber(ids, highestBefore),
  }
  for (let shell = 0; shell < run.samplesByShell.length; shell += 1) {
    await lease.keep()
    await shells.writeShell(run.id, shell, shellSamples(tally, run.grid, shell))
  }
  const diff = before && (await writeDiff(finished, before, highestBefore, shells))
  await publishObjects({ ...finished, run }, before, { shells, keep: () => lease.keep() })
  await writeDay(run, finished, diff, shells)
  run = { ...run, customShells: await writeCustomShells(finished, shells, () => lease.keep(), context) }
  await shells.writeRun(run)
  await context.store.flush()
  await lease.keep()
  if (!(await shells.swapPointer(fence, `${run.id} ${lease.token}`, context.now())))
    throw new LeaseLostError()
  await recordDays(finished, shells, context)
  await recordCustomShells(customShells, { run, previous }, shells, context)
  await cleanUp(shells, run, context)
}

/**
 * Reads the previous run, if there is one. A damaged one is reported and is as none: it must not keep all
 * later ones from being published.
 */
async function readBefore(
  finished: FinishedRun,
  shells: Shells,
  { onError }: Context,
): Promise<RunBefore | undefined> {
  const { previous, objects, staleIds } = finished
  if (!previous) return undefined
  try {
    const before = await readRunBefore(previous, shells)
    if (previous.listsMembers) return before
    // Runs of earlier versions do not list stale objects: the current ones are assumed to have been there.
    const stale = objects.filter(({ norad_id }) => staleIds.has(norad_id))
    return { ...before, listed: [...before.listed, ...stale] }
  } catch (error) {
    if (!(error instanceof RunGoneError)) throw error
    onError(error)
    return undefined
  }
}

/** Returns the highest number that a run of an earlier version has had, or the runs before it. */
function highestIdOf({ listed, history }: RunBefore): number {
  const departed = history.departed.map(({ noradId }) => noradId)
  return highestNumber([...listed.map(({ norad_id }) => norad_id), ...departed])
}

async function writeDiff(
  { run, objects, hasDecayed }: FinishedRun,
  before: RunBefore,
  highestBefore: number,
  shells: Shells,
): Promise<CatalogueDiff> {
  const history = { highestBefore, hasDecayed }
  const sides = [toDiffSide(before.run, before.listed), toDiffSide(run, objects)] as const
  const diff = diffCatalogues(...sides, history)
  await shells.writePart(run.id, 'diff', diff)
  return diff
}

/**
 * Adds the day of this run to the history, and that of the run before, whose process may have ended too early
 * to do so. Failures are only reported: the next run tries again.
 */
async function recordDays({ run, previous }: FinishedRun, shells: Shells, context: Context): Promise<void> {
  try {
    if (previous) await recordDay(previous, shells, context)
    await recordDay(run, shells, context)
  } catch (error) {
    context.onError(error)
  }
}

/** Deletes the checkpoint and old runs. Failures are only reported: the run is already published. */
async function cleanUp(shells: Shells, run: ShellRun, context: Context): Promise<void> {
  try {
    await context.store.flush()
    await Checkpoint.discard(context)
    await shells.deleteAllBut([run.id, ...(run.previous ? [run.previous.id] : [])])
  } catch (error) {
    context.onError(error)
  }
}

function toDiffSide({ grid, samplesByShell, counts }: ShellRun, objects: readonly ListedObject[]): Side {
  return { objects, stale: counts.stale, grid, samplesByShell }
}
