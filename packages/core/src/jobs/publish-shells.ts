import type { Context } from '#context'
import { LeaseLostError } from '#errors'
import { Checkpoint } from '#jobs/checkpoint'
import type { JobLease } from '#jobs/lease'
import { recordCustomShells, writeCustomShells } from '#jobs/publish-custom-shells'
import { type FinishedObjects, publishObjects } from '#jobs/publish-objects'
import { recordDay, writeDay } from '#jobs/record-day'
import { type RunBefore, readRunBefore } from '#jobs/run-before'
import type { ConstellationSamples } from '#orbit/constellation-counts'
import type { CustomShell } from '#orbit/custom-shell'
import { type CatalogueDiff, diffCatalogues, type ListedObject, type Side } from '#orbit/diff'
import { shellSamples } from '#orbit/shell-density'
import type { Tally } from '#orbit/tally'
import { DIFF_PART, RunGoneError, type ShellRun, type Shells } from '#store/repositories/shells'

/** A computed run that is not yet published. */
export interface FinishedRun extends Omit<FinishedObjects, 'run'> {
  readonly run: Omit<ShellRun, 'customShells'>
  /** The run that is published now. */
  readonly previous: ShellRun | undefined
  /** The custom shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
  readonly tally: Tally
  readonly byConstellation: ConstellationSamples
  /** The objects of its catalogue, by catalogue number. */
  readonly objects: readonly ListedObject[]
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
  const before = await readBefore(previous, shells, context)
  const run: ShellRun = {
    ...finished.run,
    // A run that was compared with none names none.
    previous: before ? finished.run.previous : null,
    customShells: await writeCustomShells(finished, shells, () => lease.keep(), context),
  }
  for (let shell = 0; shell < run.samplesByShell.length; shell += 1) {
    await lease.keep()
    await shells.writeShell(run.id, shell, shellSamples(tally, run.grid, shell))
  }
  const diff = before && (await writeDiff(finished, before, run, shells))
  await publishObjects({ ...finished, run }, before, { shells, keep: () => lease.keep() })
  await writeDay(run, finished, diff, shells)
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
  previous: ShellRun | undefined,
  shells: Shells,
  { onError }: Context,
): Promise<RunBefore | undefined> {
  if (!previous) return undefined
  try {
    return await readRunBefore(previous, shells)
  } catch (error) {
    if (!(error instanceof RunGoneError)) throw error
    onError(error)
    return undefined
  }
}

async function writeDiff(
  { objects, hasDecayed }: FinishedRun,
  before: RunBefore,
  run: ShellRun,
  shells: Shells,
): Promise<CatalogueDiff> {
  const history = { highestBefore: before.run.highestId, hasDecayed }
  const sides = [toDiffSide(before.run, before.listed), toDiffSide(run, objects)] as const
  const diff = diffCatalogues(...sides, history)
  await shells.writePart(run.id, DIFF_PART, diff)
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
