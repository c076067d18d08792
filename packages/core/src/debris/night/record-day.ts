import { type SummarizedRun, summarizeRun } from '#debris/diff/day-summary'
import type { CatalogueDiff } from '#debris/diff/diff'
import { encodeSummary, ShellDays } from '#debris/shells/shell-days'
import { DAY_PART, type ShellRun, type Shells } from '#debris/shells/shells'
import type { Context } from '#kit/context'
import { utcDay } from '#kit/time'

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
