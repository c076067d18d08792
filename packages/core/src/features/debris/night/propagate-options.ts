import type { ShellProgress, SlicePool } from '#features/debris/night/count-slices'
import type { PullCatalogueOptions } from '#features/debris/night/pull-catalogue'
import type { ShellCounts } from '#features/debris/shells/shells'
import type { ElementSet } from '#features/objects/elements/element-set'

/** Element sets with their provenance. */
export interface Catalogue {
  readonly elementSets: Iterable<ElementSet>
  /** Label of the data source, such as `CelesTrak GP active`. */
  readonly source: string
  /** Time of the fetch, in epoch milliseconds. */
  readonly fetchedAt: number
  /**
   * Number of records that could not be parsed.
   * @default 0
   */
  readonly refused?: number
}

/** Options for computing the shells. The defaults are the settings of the nightly job. */
export interface PropagateShellsOptions {
  /**
   * The catalogue to propagate.
   * @default The public catalogue, pulled from its provider.
   */
  readonly catalogue?: Catalogue
  /**
   * Whether to accept a catalogue of any size. The size of a pulled catalogue then becomes the usual size for
   * the comparison in the next nights.
   * @default `false` for a pulled catalogue, `true` for the option `catalogue`
   */
  readonly acceptSize?: boolean
  /**
   * Start of the 24 hours in epoch milliseconds.
   * @default The UTC day of the catalogue: today, unless the catalogue is older.
   */
  readonly at?: number
  /**
   * Height and width of a bin in degrees. Bins of 5 degrees make responses four times as long.
   * @default 10
   */
  readonly binDeg?: 5 | 10
  /**
   * Opens the pool that computes the slices; the job closes it. See `nodeWorkers` for worker threads.
   * @default A pool that computes in this thread.
   */
  readonly pool?: () => SlicePool
  /** Function called after every slice. */
  readonly onProgress?: (progress: ShellProgress) => void
  /** Options for pulling the catalogue. */
  readonly pull?: PullCatalogueOptions
  /**
   * Name of this instance, shown to other processes while the job runs.
   * @default `instance` and a random id
   */
  readonly instanceName?: string
  /** Stops the job between two slices or during a query. The next job resumes from its last checkpoint. */
  readonly signal?: AbortSignal
}

/** Report of a published run. */
export interface ShellReport {
  readonly runId: string
  /** Number of objects that were propagated. */
  readonly objects: number
  /** Number of objects by outcome, and of samples by altitude. */
  readonly stats: ShellCounts
  readonly durationMs: number
  /** Whether the run resumed from a checkpoint. */
  readonly resumed: boolean
  readonly catalogueHash: string
  /** Start of the 24 hours, in epoch milliseconds. */
  readonly t0: number
}
