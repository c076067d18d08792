import type { DebrisContext } from '#features/debris/context'
import { diffCatalogues } from '#features/debris/diff/diff'
import { countCatalogue } from '#features/debris/night/count-catalogue'
import { createInlinePool } from '#features/debris/night/count-slices'
import type { Catalogue, PropagateShellsOptions } from '#features/debris/night/propagate-options'
import { SHELL_JOB } from '#features/debris/night/shell-job'
import { createCounts, type RunCounts } from '#features/debris/night/shell-run'
import { summarizeRun } from '#features/debris/night/summarize-run'
import { ShellDays } from '#features/debris/shells/shell-days'
import { cachedSatcat } from '#features/objects/celestrak/satcat'
import { freezeCatalogue } from '#features/objects/elements/catalogue'
import { keepEarlierCatalogue } from '#features/objects/history/keep-catalogue'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { iso, utcDay } from '#kernel/kit/time'
import { runExclusive } from '#kernel/storage/lease/run-exclusive'

/** Options of adding earlier days to the history. */
export type AddDaysOptions = Pick<PropagateShellsOptions, 'pool' | 'instanceName' | 'signal'>

/** A counted day, for comparison with the next one. */
interface CountedDay {
  readonly run: RunCounts
  readonly objects: ReadonlyMap<number, CatalogueObject>
}

/**
 * Adds UTC days to the history of the shells from their catalogues, oldest first: the summary of each day,
 * and the changes since the previous one. Their shells are not published. A day that has a run keeps its
 * summary. If the instance keeps catalogues, the catalogues of its configured number of days are kept, too.
 * @returns The days that were added.
 * @throws JobLockedError if a job is already running on the store.
 * @throws JobRejectedError if no object of a catalogue can be propagated.
 * @throws Problem if the store fails.
 */
export async function addDays(
  catalogues: AsyncIterable<Catalogue> | Iterable<Catalogue>,
  { pool: openPool = createInlinePool, instanceName, signal }: AddDaysOptions,
  context: DebrisContext,
): Promise<readonly string[]> {
  const { grid, originsId } = context.settings
  const added = await runExclusive(SHELL_JOB, instanceName, context, async ({ lease }) => {
    const beforeEach = async () => {
      signal?.throwIfAborted()
      await lease.keep()
    }
    const pool = openPool()
    const shellDays = new ShellDays(context.store, originsId)
    const satcat = await cachedSatcat(context)
    const hasDecayed = (noradId: number) => typeof satcat(noradId)?.decayDate === 'string'
    const names: string[] = []
    let before: CountedDay | undefined
    try {
      for await (const { elementSets, source, fetchedAt } of catalogues) {
        await beforeEach()
        const catalogue = freezeCatalogue(elementSets, { now: fetchedAt })
        const counting = { catalogue, satcat, grid, pool, beforeEach, onProgress() {} }
        const counted = await countCatalogue(
          { ...counting, isResumable: false, knownObjects: before?.objects },
          context,
        )
        // Identical for the same catalogue, so that adding a day again changes nothing.
        const id = `added-${iso(fetchedAt)}`
        const pulled = { source, fetchedAt }
        await keepEarlierCatalogue(
          utcDay(catalogue.t0),
          { ...pulled, elementSets: catalogue.allSets },
          context,
          beforeEach,
        )
        const run = createCounts(
          { id, computedAt: fetchedAt, pulled, grid, catalogue, ...counted },
          before?.run.highestId,
        )
        const { objects } = counted
        const diff =
          before &&
          diffCatalogues(
            { ...before.run, objects: before.objects },
            { ...run, objects },
            { highestBefore: before.run.highestId, hasDecayed },
          )
        await shellDays.write(summarizeRun(run, { ...counted, diff }), diff)
        names.push(utcDay(run.t0))
        before = { run, objects }
      }
    } finally {
      await pool.close()
    }
    return names
  })
  return added ?? []
}
