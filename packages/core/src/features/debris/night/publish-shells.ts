import type { DebrisContext } from '#features/debris/context'
import { shellSamples } from '#features/debris/density/shell-density'
import { diffCatalogues } from '#features/debris/diff/diff'
import { writeAdditionalShells } from '#features/debris/night/additional-shells'
import { Checkpoint } from '#features/debris/night/checkpoint'
import { publishObjects } from '#features/debris/night/publish-objects'
import { readRunBefore } from '#features/debris/night/run-before'
import { type ComputedRun, createRun } from '#features/debris/night/shell-run'
import { summarizeRun } from '#features/debris/night/summarize-run'
import { ShellDays } from '#features/debris/shells/shell-days'
import { DIFF_PART, type ShellRun } from '#features/debris/shells/shells'
import { LeaseLostError } from '#kernel/kit/errors'
import type { JobLease } from '#kernel/storage/lease/job-lease'

/**
 * Publishes a run: writes all its parts under its id, then moves the pointer to it, so that readers see
 * either the previous run or this one, complete.
 * @throws LeaseLostError if another process may have taken over; the previous run then stays published.
 */
export async function publishShells(
  computed: ComputedRun,
  { lease, fence }: { lease: JobLease; fence: string },
  context: DebrisContext,
): Promise<ShellRun> {
  const { shells, additionalShells } = context.debris
  const { previous, tally, objects, satcat, byConstellation } = computed
  const keep = () => lease.keep()
  const hasDecayed = (noradId: number) => typeof satcat(noradId)?.decayDate === 'string'
  const before = await readRunBefore(previous, shells, context)
  const customShells = await writeAdditionalShells(computed, keep, context.debris)
  const run = createRun(computed, { customShells, isCompared: before !== undefined })
  for (let shell = 0; shell < run.samplesByShell.length; shell += 1) {
    await keep()
    await shells.writeShell(run.id, shell, shellSamples(tally, run.grid, shell))
  }
  const diff =
    before &&
    diffCatalogues(
      { ...before.run, objects: before.objects },
      { ...run, objects },
      { highestBefore: before.run.highestId, hasDecayed },
    )
  if (diff) await shells.writePart(run.id, DIFF_PART, diff)
  await publishObjects({ run, objects, hasDecayed }, before, { shells, keep })
  await shells.writeDay(summarizeRun(run, { tally, byConstellation, objects, diff }))
  await shells.writeRun(run)
  await context.store.flush()
  await keep()
  if (!(await shells.swapPointer(fence, `${run.id} ${lease.token}`, context.now())))
    throw new LeaseLostError()
  await reportFailure(() => recordDays([...(previous ? [previous] : []), run], context), context)
  await reportFailure(async () => additionalShells?.record(computed.customShells, { run, previous }), context)
  await reportFailure(() => cleanUp(run, context), context)
  return run
}

/** Runs a step after publication. If it fails, the failure is reported, and the next run repeats the step. */
async function reportFailure(work: () => Promise<void>, { onError }: DebrisContext): Promise<void> {
  try {
    await work()
  } catch (error) {
    onError(error)
  }
}

/**
 * Adds the days of this run and of the previous run to the history, as the process of the previous run may
 * have ended too early to do so. Adding the same day again changes nothing.
 */
async function recordDays(runs: readonly ShellRun[], { debris: { shells }, store, settings }: DebrisContext) {
  const shellDays = new ShellDays(store, settings.originsId)
  for (const run of runs) {
    const summary = await shells.readDay(run)
    if (summary) await shellDays.write(summary, await shells.readDiff(run))
  }
  await shellDays.prune()
}

/** Deletes the checkpoint and old runs. */
async function cleanUp(run: ShellRun, context: DebrisContext): Promise<void> {
  await context.store.flush()
  await Checkpoint.discard(context)
  await context.debris.shells.deleteAllBut([run.id, ...(run.previous ? [run.previous.id] : [])])
}
