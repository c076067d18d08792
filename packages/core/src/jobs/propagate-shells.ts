import type { Context } from '#context'
import { refuseOddSize, refusePart } from '#jobs/catalogue-guard'
import { countSlices, inThisThread, type ShellProgress, type SlicePool } from '#jobs/count-slices'
import { JobBusy, JobRefused } from '#jobs/job-errors'
import { type Lease, takeLease } from '#jobs/lease'
import { isOfNight, published } from '#jobs/night'
import { Progress } from '#jobs/progress'
import { publishShells } from '#jobs/publish-shells'
import { type FetchOptions, fetchCatalogue, type PullCatalogueOptions } from '#jobs/pull-catalogue'
import { finishedRun } from '#jobs/shell-run'
import { noteEnd, noteStart } from '#jobs/shell-status'
import { frozenCatalogue } from '#orbit/catalogue'
import { type ElementSet, objectTypes } from '#orbit/element-set'
import { conservationOf } from '#orbit/tally'
import { unlessStopped } from '#stopping'
import { SHELL_JOB } from '#store/shell-job'
import { type ShellCounts, shellsOf } from '#store/shells'
import { heldSatcat, renewSatcat, type SatcatLookup, typeOf } from '#upstreams/satcat'

/** A catalogue with its provenance; `fetchedAt` in epoch milliseconds. */
export interface Catalogue {
  readonly elementSets: Iterable<ElementSet>
  readonly source: string
  readonly fetchedAt: number
  /** Records of it that could not be used. Default 0. */
  readonly refused?: number
}

/** How the shells are computed; without options as the nightly job does it. */
export interface PropagateShellsOptions {
  /** Propagated instead of the catalogue that would be pulled. */
  readonly catalogue?: Catalogue
  /**
   * Whether the catalogue is taken whatever its size, which, if it was pulled, those of the next nights are then held against.
   * Default false for one that is pulled, true for one that is given.
   */
  readonly acceptSize?: boolean
  /** Start of the 24 hours in epoch milliseconds; default: the catalogue's own UTC day, today's unless it is an old one. */
  readonly at?: number
  /** Height and width of a bin in degrees; default 10. Bins of 5 make an answer four times as long. */
  readonly binDeg?: 5 | 10
  /** Opens what counts the slices; closed when they are counted. Default: this thread. */
  readonly pool?: () => SlicePool
  /** Told after every slice. */
  readonly onProgress?: (progress: ShellProgress) => void
  /** How the catalogue is pulled. */
  readonly pull?: PullCatalogueOptions
  /** Who runs the job: what another process is told that finds it busy. */
  readonly who?: string
  /** Stops the job, between two slices or while it waits for the provider; the next one goes on from its last checkpoint. */
  readonly signal?: AbortSignal
}

/** What a run did. */
export interface ShellReport {
  readonly run_id: string
  /** Objects that were propagated. */
  readonly objects: number
  readonly stats: ShellCounts
  readonly duration_ms: number
  /** Whether it went on from a checkpoint. */
  readonly resumed: boolean
  readonly catalogue_hash: string
  /** Start of the 24 hours, epoch milliseconds. */
  readonly t0: number
}

/**
 * Propagates a catalogue over 24 hours and publishes the density of every shell: all or nothing, at most one job at a
 * time on a store. Throws JobBusy, JobRefused, JobSuperseded, or a Problem; then the run before stays.
 */
export async function propagateShells(
  context: Context,
  options: PropagateShellsOptions = {},
): Promise<ShellReport> {
  const report = await underLease(context, options, () => true)
  return report as ShellReport
}

/** The same for the night that began at `due`; `undefined` if that night's run is there already. */
export function propagateForNight(
  due: number,
  context: Context,
  options: PropagateShellsOptions,
): Promise<ShellReport | undefined> {
  return underLease(context, options, async () => {
    const { run } = await published(context)
    return !isOfNight(due, run, context.now())
  })
}

async function underLease(
  context: Context,
  options: PropagateShellsOptions,
  isWanted: () => boolean | Promise<boolean>,
): Promise<ShellReport | undefined> {
  const shells = shellsOf(context.store, context.settings.world)
  const pointer = await shells.pointer(context.now())
  const lease = await takeLease(SHELL_JOB, options.who, context)
  const startedAt = context.now()
  try {
    if (!(await isWanted())) return undefined
    const [id = ''] = pointer.split(' ')
    const fence = `${id} ${lease.token}`
    // Whoever had the pointer's token before can turn it no more; it has moved only if a job ended just now.
    if (!(await shells.turn(pointer, fence, startedAt))) throw justEnded(startedAt)
    await noteStart(startedAt, context)
    const report = await run({ context, options, lease, fence, startedAt })
    await noteEnd(startedAt, undefined, context)
    tell(startedAt, true, context)
    return report
  } catch (error) {
    if (!(error instanceof JobBusy)) {
      await noteEnd(startedAt, error, context)
      tell(startedAt, false, context)
    }
    throw error
  } finally {
    await lease.release().catch(context.onError)
  }
}

function tell(startedAt: number, ok: boolean, { now, onEvent }: Context): void {
  onEvent({ type: 'job', job: 'shells', ok, ms: now() - startedAt })
}

interface Job {
  readonly context: Context
  readonly options: PropagateShellsOptions
  readonly lease: Lease
  /** What the pointer says while this job is the one that may turn it. */
  readonly fence: string
  readonly startedAt: number
}

async function run({ context, options, lease, fence, startedAt }: Job): Promise<ShellReport> {
  const {
    at,
    binDeg = context.settings.grid.binDeg,
    acceptSize = options.catalogue !== undefined,
    pool = inThisThread,
    onProgress = () => {},
    signal,
  } = options
  const grid = { ...context.settings.grid, binDeg }
  const shells = shellsOf(context.store, context.settings.world)
  const previous = await shells.named(fence)
  const progress = new Progress(lease.token, context)
  const beforeEach = async () => {
    signal?.throwIfAborted()
    await lease.keep()
    await progress.note()
  }
  const pull: FetchOptions = {
    ...options.pull,
    onProgress(years) {
      progress.reached('catalogue', years.done, years.total)
      options.pull?.onProgress?.(years)
    },
    beforeEach,
    signal,
  }
  const pulled = options.catalogue ?? (await fetchCatalogue(context, pull))
  const catalogue = frozenCatalogue(pulled.elementSets, { at, now: pulled.fetchedAt })
  const sizes = previous?.catalogue_sizes ?? []
  const sizesBefore = acceptSize ? [] : sizes
  if (!options.catalogue) refuseOddSize(catalogue.size, sizesBefore)
  else if (!acceptSize) {
    const { refused = 0 } = options.catalogue
    refusePart({ size: catalogue.size, refused, sizes, last: previous?.counts.catalogue })
  }
  if (catalogue.elementSets.length === 0) throw new JobRefused('no object of the catalogue is near that day')

  const satcat = await satcatOfNight(options, context)
  const types = Uint8Array.from(catalogue.elementSets, (elements) =>
    objectTypes.indexOf(typeOf(elements, satcat).object_type),
  )
  const counting = {
    catalogue,
    types,
    grid,
    openPool: pool,
    beforeEach,
    onProgress(objects: ShellProgress) {
      progress.reached('shells', objects.objects_done, objects.objects_total)
      onProgress(objects)
    },
  }
  const { tally, resumed } = await countSlices(counting, context)
  if (!conservationOf(tally).holds) throw new JobRefused('the samples do not add up: nothing is published')

  const wasPulled = !options.catalogue
  const finished = finishedRun({
    catalogue,
    satcat,
    grid,
    tally,
    pulled,
    wasPulled,
    sizesBefore,
    previous,
    startedAt,
    now: context.now(),
  })
  await publishShells(finished, { shells, lease, fence }, context)
  const { id: run_id, counts: stats, catalogue_hash, t0 } = finished.run
  const duration_ms = context.now() - startedAt
  return { run_id, objects: stats.used, stats, duration_ms, resumed, catalogue_hash, t0 }
}

/** SATCAT as it is held, renewed first where the provider is asked anyway; names do for what it does not tell. */
async function satcatOfNight(
  { catalogue, signal }: PropagateShellsOptions,
  context: Context,
): Promise<SatcatLookup> {
  try {
    if (!catalogue) await unlessStopped(renewSatcat(context), signal)
  } catch (error) {
    signal?.throwIfAborted()
    context.onError(error)
  }
  return heldSatcat(context)
}

function justEnded(now: number): JobBusy {
  return new JobBusy({ who: 'another instance', since: new Date(now).toISOString() })
}
