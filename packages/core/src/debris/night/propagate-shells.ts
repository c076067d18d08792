import { cachedSatcat, refreshSatcatIfDue, toCatalogueObject } from '#catalogue/celestrak/satcat'
import { freezeCatalogue } from '#catalogue/elements/catalogue'
import { objectTypes } from '#catalogue/elements/element-set'
import { constellationOf } from '#debris/constellations'
import { groupObjects } from '#debris/custom-shells/custom-groups'
import { isInsideGrid } from '#debris/custom-shells/custom-shell'
import { listCustomShells } from '#debris/custom-shells/custom-shells'
import type { ShellGrid } from '#debris/density/shell-grid'
import { checkConservation } from '#debris/density/tally'
import { rejectIncomplete, rejectUnusualSize } from '#debris/night/catalogue-guard'
import { countSlices, createInlinePool, type SlicePool } from '#debris/night/count-slices'
import { KeptCatalogues } from '#debris/night/kept-catalogues'
import { wasPulledInNight } from '#debris/night/night'
import { Progress } from '#debris/night/progress'
import type { Catalogue, PropagateShellsOptions, ShellReport } from '#debris/night/propagate-options'
import { publishShells } from '#debris/night/publish-shells'
import { type CatalogueProgress, fetchCatalogue } from '#debris/night/pull-catalogue'
import { SHELL_JOB } from '#debris/night/shell-job'
import { createRunId } from '#debris/night/shell-run'
import { recordEnd, recordStart } from '#debris/night/shell-status'
import { constellationSamples, constellationShells } from '#debris/reports/constellation-counts'
import type { ShellRun } from '#debris/shells/shells'
import { abortable } from '#kit/abort'
import type { Context } from '#kit/context'
import { JobLockedError, JobRejectedError } from '#kit/errors'
import { utcDay } from '#kit/time'
import type { JobLease } from '#storage/lease/job-lease'
import { runExclusive } from '#storage/lease/run-exclusive'

/**
 * Propagates a catalogue over 24 hours and publishes the density of every shell. If it fails, nothing is
 * published and the previous run stays.
 * @throws JobLockedError if a job is already running on the store.
 * @throws JobRejectedError if the catalogue or the result is implausible, or after six hours.
 * @throws LeaseLostError if the job stalled and another process may have taken over.
 * @throws Problem if the catalogue cannot be pulled or the store fails.
 */
export async function propagateShells(
  context: Context,
  options: PropagateShellsOptions = {},
): Promise<ShellReport> {
  const report = await runJob(context, options, () => true)
  return report as ShellReport
}

/** Runs the job for the night that began at `due`; returns `undefined` if that night's run exists already. */
export function propagateForNight(
  due: number,
  context: Context,
  options: PropagateShellsOptions,
): Promise<ShellReport | undefined> {
  return runJob(context, options, (published) => !wasPulledInNight(due, published, context.now()))
}

async function runJob(
  context: Context,
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
  readonly context: Context
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
  // Its threads start while the catalogue is checked.
  const pool = openPool()
  const counting = countCatalogue(pulled, job, { grid, pool, progress, beforeEach })
  const { resumed, ...counted } = await counting.finally(() => pool.close())
  const computedAt = context.now()
  const { catalogue } = counted
  const { keepCatalogues, originsId } = context.settings
  if (keepCatalogues > 0) {
    const kept = { elementSets: catalogue.allSets, source: pulled.source, fetchedAt: pulled.fetchedAt }
    await new KeptCatalogues(context.store, originsId).write(utcDay(catalogue.t0), kept, keepCatalogues)
  }
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

/** With what a catalogue is counted. */
interface Counting {
  readonly grid: ShellGrid
  readonly pool: SlicePool
  readonly progress: Progress
  /** Called before every slice; a rejection ends the work. */
  readonly beforeEach: () => Promise<void>
}

/** Checks a catalogue and counts its objects by shell, bin and type. */
async function countCatalogue(
  pulled: Catalogue,
  { context, options, previous }: Job,
  { grid, pool, progress, beforeEach }: Counting,
) {
  const { at, onProgress = () => {} } = options
  const catalogue = freezeCatalogue(pulled.elementSets, { at, now: pulled.fetchedAt })
  const sizesBefore = checkSize(catalogue.allSets.length, options, previous)
  if (catalogue.elementSets.length === 0)
    throw new JobRejectedError(
      'no element set of the catalogue has an epoch close enough to the day to propagate it',
    )

  const satcat = await loadSatcat(options, context)
  const objects = new Map(catalogue.allSets.map((set) => [set.noradId, toCatalogueObject(set, satcat)]))
  const propagated = catalogue.elementSets.map(({ noradId }) => objects.get(noradId)!)
  const types = Uint8Array.from(propagated, ({ objectType }) => objectTypes.indexOf(objectType))
  // What the filters of custom shells ask about.
  const traits = propagated.map(({ elements: { name, inclinationDeg }, objectType, owner }) => {
    return { objectType, owner, inclinationDeg, constellation: constellationOf(name, objectType) }
  })
  const customShells = (await listCustomShells(context)).filter((shell) => isInsideGrid(shell.grid, grid))
  const present = traits.flatMap(({ constellation }) => constellation ?? [])
  const constellations = constellationShells(present, grid)
  const custom = groupObjects([...customShells, ...constellations], traits)
  const { tally: counted, resumed } = await countSlices(
    {
      ...{ catalogue, types, custom, grid, pool, beforeEach },
      onProgress(done) {
        progress.update('shells', done.objectsDone, done.objectsTotal)
        onProgress(done)
      },
    },
    context,
  )
  if (!checkConservation(counted).holds)
    throw new JobRejectedError(
      'the sample counts do not add up, so nothing was published; please report this as a bug',
    )
  const tally = { ...counted, custom: counted.custom.slice(0, customShells.length) }
  const byConstellation = constellationSamples(constellations, counted.custom.slice(customShells.length))
  return { catalogue, objects, satcat, customShells, tally, byConstellation, resumed, sizesBefore }
}

/**
 * Rejects a catalogue of an unusual size. Returns the sizes of earlier ones that it was compared with, none
 * if its size is accepted as it is.
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
 * Returns the cached SATCAT, refreshed first if the catalogue is pulled, too. A failed refresh is only
 * reported: types of objects that SATCAT lacks are derived from their names.
 */
async function loadSatcat({ catalogue, signal }: PropagateShellsOptions, context: Context) {
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
