import type { CustomShell } from '#debris/custom-shells/custom-shell'
import { recordCustomShells, writeCustomShells } from '#debris/custom-shells/publish-custom-shells'
import { shellSamples } from '#debris/density/shell-density'
import type { Tally } from '#debris/density/tally'
import { type CatalogueDiff, diffCatalogues, type ListedObject, type Side } from '#debris/diff/diff'
import { Checkpoint } from '#debris/night/checkpoint'
import { type FinishedObjects, publishObjects } from '#debris/night/publish-objects'
import { recordDay, writeDay } from '#debris/night/record-day'
import { type RunBefore, readRunBefore } from '#debris/night/run-before'
import type { ConstellationSamples } from '#debris/reports/constellation-counts'
import { DIFF_PART, RunGoneError, type ShellRun, type Shells } from '#debris/shells/shells'
import type { Context } from '#kit/context'
import { LeaseLostError } from '#kit/errors'
import type { JobLease } from '#storage/lease/held-lease'

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
