import type { DebrisContext } from '#features/debris/context'
import { rejectIncomplete, rejectUnusualSize } from '#features/debris/night/catalogue-guard'
import { type Counting, countCatalogue } from '#features/debris/night/count-catalogue'
import { createInlinePool } from '#features/debris/night/count-slices'
import { wasPulledInNight } from '#features/debris/night/night'
import { Progress } from '#features/debris/night/progress'
import type { Catalogue, PropagateShellsOptions, ShellReport } from '#features/debris/night/propagate-options'
import { publishShells } from '#features/debris/night/publish-shells'
import { type CatalogueProgress, fetchCatalogue } from '#features/debris/night/pull-catalogue'
import { SHELL_JOB } from '#features/debris/night/shell-job'
import { createRunId } from '#features/debris/night/shell-run'
import { recordEnd, recordStart } from '#features/debris/night/shell-status'
import type { ShellRun } from '#features/debris/shells/shells'
import { cachedSatcat, refreshSatcatIfDue } from '#features/objects/celestrak/satcat'
import { freezeCatalogue } from '#features/objects/elements/catalogue'
import { keepCatalogue } from '#features/objects/history/keep-catalogue'
import { abortable } from '#kernel/kit/abort'
import { JobLockedError, JobRejectedError } from '#kernel/kit/errors'
import { utcDay } from '#kernel/kit/time'
import type { JobLease } from '#kernel/storage/lease/job-lease'
import { runExclusive } from '#kernel/storage/lease/run-exclusive'

/**
 * Propagates a catalogue over 24 hours and publishes the density of every shell. If it fails, nothing is
 * published and the previous run stays published.
 * @throws JobLockedError if a job is already running on the store.
 * @throws JobRejectedError if the catalogue or the result is implausible, or after six hours.
 * @throws LeaseLostError if the job stalled and another process may have taken over.
 * @throws Problem if the catalogue cannot be pulled or the store fails.
 */
export async function propagateShells(
  context: DebrisContext,
  options: PropagateShellsOptions = {},
): Promise<ShellReport> {
  const report = await runJob(context, options, () => true)
  return report as ShellReport
}

/** Runs the job for the night that began at `due`; returns `undefined` if that night's run exists already. */
export function propagateForNight(
  due: number,
  context: DebrisContext,
  options: PropagateShellsOptions,
): Promise<ShellReport | undefined> {
  return runJob(context, options, (published) => !wasPulledInNight(due, published, context.now()))
}

async function runJob(
  context: DebrisContext,
  options: PropagateShellsOptions,
  shouldRun: (published: ShellRun | undefined) => boolean,
): Promise<ShellReport | undefined> {
  const { shells } = context.debris
  return runExclusive(SHELL_JOB, options.instanceName, context, async ({ lease, startedAt }) => {
    const pointer = await shells.readPointer(context.now())
    const previous = await shells.findRun(pointer)
    if (!shouldRun(previous)) return undefined
    const [id = ''] = pointer.split(' ')
    const fence = `${id} ${lease.token}`
    // Fences off all previous owners of the lease. The swap fails only if another job has just published.
    if (!(await shells.swapPointer(pointer, fence, startedAt))) throw changedOwnerError(startedAt)
    await recordStart(startedAt, context)
    try {
      const report = await computeAndPublish({ context, options, lease, fence, previous, startedAt })
      await recordEnd(startedAt, undefined, context)
      return report
    } catch (error) {
      await recordEnd(startedAt, error, context)
      throw error
    }
  })
}

interface Job {
  readonly context: DebrisContext
  readonly options: PropagateShellsOptions
  readonly lease: JobLease
  /** Value of the pointer while this job may move it: the published run and the lease's token. */
  readonly fence: string
  /** The published run. */
  readonly previous: ShellRun | undefined
  readonly startedAt: number
}

async function computeAndPublish(job: Job): Promise<ShellReport> {
  const { context, options, lease, previous, startedAt } = job
  if (previous?.customShells.length && !context.debris.additionalShells)
    throw new JobRejectedError(
      'the published run counts custom shells, and this instance lacks the feature customShells; ' +
        'run the job on an instance that has it',
    )
  const { binDeg = context.settings.grid.binDeg, pool: openPool = createInlinePool, signal } = options
  const grid = { ...context.settings.grid, binDeg }
  const progress = new Progress(lease.token, context)
  const beforeEach = async () => {
    signal?.throwIfAborted()
    await lease.keep()
    await progress.record()
  }
  const pull = {
    ...options.pull,
    onProgress(years: CatalogueProgress) {
      progress.update('catalogue', years.done, years.total)
      options.pull?.onProgress?.(years)
    },
    beforeEach,
    signal,
  }
  const pulled = options.catalogue ?? (await fetchCatalogue(context, pull))
  // The threads of the pool start while the catalogue is checked.
  const pool = openPool()
  const counting = checkAndCount(pulled, job, { grid, pool, progress, beforeEach })
  const { resumed, ...counted } = await counting.finally(() => pool.close())
  const computedAt = context.now()
  const { catalogue } = counted
  const kept = { elementSets: catalogue.allSets, source: pulled.source, fetchedAt: pulled.fetchedAt }
  await keepCatalogue(utcDay(catalogue.t0), kept, context, beforeEach)
  const wasPulled = !options.catalogue
  const facts = { id: createRunId(computedAt), startedAt, computedAt, grid, pulled, wasPulled, previous }
  const {
    id: runId,
    counts: stats,
    catalogueHash,
    t0,
  } = await publishShells({ ...facts, ...counted }, job, context)
  const durationMs = context.now() - startedAt
  return { runId, objects: stats.used, stats, durationMs, resumed, catalogueHash, t0 }
}

/** Checks a catalogue, and counts its objects by shell, bin and type. */
async function checkAndCount(
  pulled: Catalogue,
  { context, options, previous }: Job,
  { progress, ...counting }: Pick<Counting, 'grid' | 'pool' | 'beforeEach'> & { readonly progress: Progress },
) {
  const { at, onProgress = () => {} } = options
  const catalogue = freezeCatalogue(pulled.elementSets, { at, now: pulled.fetchedAt })
  const sizesBefore = checkSize(catalogue.allSets.length, options, previous)
  const counted = await countCatalogue(
    {
      ...counting,
      catalogue,
      isResumable: true,
      satcat: await loadSatcat(options, context),
      onProgress(done) {
        progress.update('shells', done.objectsDone, done.objectsTotal)
        onProgress(done)
      },
    },
    context,
  )
  return { catalogue, sizesBefore, ...counted }
}

/**
 * Rejects a catalogue of an unusual size. Returns the sizes of the earlier catalogues used for the
 * comparison; none if the size is accepted without one.
 */
function checkSize(
  size: number,
  { catalogue, acceptSize = catalogue !== undefined }: PropagateShellsOptions,
  previous: ShellRun | undefined,
): readonly number[] {
  if (acceptSize) return []
  const recentSizes = previous?.catalogueSizes ?? []
  if (catalogue) {
    const { refused: unusable = 0 } = catalogue
    rejectIncomplete({ size, unusable, recentSizes, lastSize: previous?.counts.catalogue })
  } else rejectUnusualSize(size, recentSizes)
  return recentSizes
}

/**
 * Returns the cached SATCAT, after a refresh if the catalogue is also pulled. A failed refresh is only
 * reported: the types of objects missing from SATCAT are derived from their names.
 */
async function loadSatcat({ catalogue, signal }: PropagateShellsOptions, context: DebrisContext) {
  try {
    if (!catalogue) await abortable(refreshSatcatIfDue(context), signal)
  } catch (error) {
    signal?.throwIfAborted()
    context.onError(error)
  }
  return cachedSatcat(context)
}

function changedOwnerError(now: number): JobLockedError {
  return new JobLockedError({ instanceName: 'another instance', since: new Date(now).toISOString() })
}
