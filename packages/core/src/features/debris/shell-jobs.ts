import type { DebrisContext } from '#features/debris/context'
import type { AddDaysOptions } from '#features/debris/night/add-days'
import type { Catalogue, PropagateShellsOptions, ShellReport } from '#features/debris/night/propagate-options'
import {
  type PullCatalogueOptions,
  type PulledCatalogue,
  pullCatalogue,
} from '#features/debris/night/pull-catalogue'
import { newerShellsElsewhere, type ShellStatus, shellStatus } from '#features/debris/night/shell-status'
import type { ShellRun } from '#features/debris/shells/shells'
import type { KeptCatalogue } from '#features/objects/history/kept-catalogues'
import { requireProviders } from '#kernel/upstreams/require-providers'

/** Runs the nightly job and reports its state. */
export interface ShellJobs {
  /**
   * Propagates the catalogue over 24 hours and publishes the density of every shell.
   * @throws JobLockedError if the job is already running on the store.
   * @throws JobRejectedError if the catalogue or the result is implausible, or after six hours.
   * @throws LeaseLostError if the job stalled and another process may have taken over.
   * @throws Problem if the catalogue cannot be pulled or the store fails.
   * @throws InvalidOptionError on a mirror.
   * @example
   * const { runId, objects } = await spaceData.jobs.shells.run({ pool: () => nodeWorkers(2) })
   */
  run(options?: PropagateShellsOptions): Promise<ShellReport>
  /**
   * Returns the published run, and the last and the running job on any instance. After `jobs.start`, it first
   * waits until the start of the next run is known.
   */
  status(): Promise<ShellStatus>
  /**
   * Fetches and stores the complete public catalogue, one query per launch year.
   * @throws Problem if a query fails.
   * @throws InvalidOptionError on a mirror.
   */
  pullCatalogue(options?: PullCatalogueOptions): Promise<PulledCatalogue>
  /**
   * Adds UTC days to the history of the shells from their catalogues, oldest first: the summary of each day
   * and the changes since the previous day, as in `/shell/history` and the monthly report. Their shells are
   * not published, and a day that has a run keeps its summary. Catalogues are kept, too, if `keepCatalogues`
   * is set.
   *
   * @returns The added days.
   * @throws JobLockedError if the job is already running on the store.
   * @throws JobRejectedError if no object of a catalogue can be propagated.
   * @throws Problem if the store fails.
   * @throws InvalidOptionError on a mirror.
   */
  addDays(
    catalogues: AsyncIterable<Catalogue> | Iterable<Catalogue>,
    options?: AddDaysOptions,
  ): Promise<readonly string[]>
  /** Returns the UTC days whose catalogue is kept (`keepCatalogues`), oldest first. */
  keptDays(): Promise<string[]>
  /** Returns the catalogue of a UTC day such as `2026-11-20`, if it is kept. */
  keptCatalogue(day: string): Promise<KeptCatalogue | undefined>
  /**
   * Returns the newest run in the store made with other `upstreams` or another `sourceNote`, if it is newer
   * than the run served here; `null` otherwise. Scans all shells in the store.
   */
  newerElsewhere(): Promise<ShellRun | null>
}

/** Creates the operations on the nightly job. */
export function createShellJobs(context: DebrisContext): ShellJobs {
  return {
    async run(options) {
      requireProviders(context)
      return (await import('#features/debris/long-jobs')).propagateShells(context, options)
    },
    async addDays(catalogues, options = {}) {
      requireProviders(context)
      return (await import('#features/debris/long-jobs')).addDays(catalogues, options, context)
    },
    async status() {
      await context.debris.shellJob.planned
      return shellStatus(context)
    },
    pullCatalogue: async (options) => pullCatalogue(requireProviders(context), options),
    async keptDays() {
      const { keptCataloguesOf } = await import('#features/objects/history/computations')
      return (await keptCataloguesOf(context).days()).map(({ day }) => day)
    },
    async keptCatalogue(day) {
      return (await import('#features/objects/history/computations')).keptCataloguesOf(context).read(day)
    },
    newerElsewhere: () => newerShellsElsewhere(context),
  }
}
