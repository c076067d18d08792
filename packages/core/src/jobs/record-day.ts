import type { Context } from '#context'
import { type SummarizedRun, summarizeRun } from '#orbit/day-summary'
import type { CatalogueDiff } from '#orbit/diff'
import { encodeSummary, ShellDays } from '#store/repositories/shell-days'
import { DAY_PART, type ShellRun, type Shells } from '#store/repositories/shells'
import { utcDay } from '#time'

/** Writes the summary of a run as one of its parts, which is published with it. */
export async function writeDay(
  run: ShellRun,
  {
    tally,
    byConstellation,
    objects,
    ownerOf,
  }: Pick<SummarizedRun, 'tally' | 'byConstellation' | 'objects' | 'ownerOf'>,
  diff: CatalogueDiff | undefined,
  shells: Shells,
): Promise<void> {
  const { id: runId, computedAt, fetchedAt, source, grid, counts } = run
  const day = utcDay(run.t0)
  const facts = { day, runId, computedAt, fetchedAt, source, grid, counts }
  const summary = summarizeRun({ ...facts, tally, byConstellation, objects, ownerOf, diff })
  await shells.writePart(runId, DAY_PART, encodeSummary(summary))
}

/**
 * Adds the summary of a published run to those of earlier days. A process that ends before it leaves that to
 * the next run: adding the same one again changes nothing.
 */
export async function recordDay(run: Pick<ShellRun, 'id'>, shells: Shells, context: Context): Promise<void> {
  const summary = await shells.readDay(run)
  if (!summary) return
  const diff = await shells.readDiff(run)
  const shellDays = new ShellDays(context.store, context.settings.originsId)
  await shellDays.write(summary, diff)
  await shellDays.prune()
}
