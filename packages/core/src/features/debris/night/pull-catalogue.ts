import {
  CATALOGUE_KEY,
  catalogueKind,
  launchYearElementSets,
  mergeElementSets,
} from '#features/objects/celestrak/element-sets'
import { elementSetsOfLaunchYear } from '#features/objects/celestrak/feeds'
import type { ElementSet } from '#features/objects/elements/element-set'
import type { Context } from '#kernel/endpoint/endpoint'
import { abortable } from '#kernel/kit/abort'
import { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'

/** Options for pulling the catalogue from its provider. */
export interface PullCatalogueOptions {
  /**
   * Milliseconds to wait between two queries, as the provider asks clients to limit their rate.
   * @default 1000
   */
  readonly paceMs?: number
  /** Function called after every launch year. */
  readonly onProgress?: (progress: CatalogueProgress) => void
}

/** Progress of a pull, in launch years. */
export interface CatalogueProgress {
  /** The last launch year pulled. */
  readonly year: number
  /** Number of objects of all years so far. */
  readonly objects: number
  /** Number of years pulled so far. */
  readonly done: number
  /** Total number of years to pull. */
  readonly total: number
}

/** Result of pulling the complete public catalogue. */
export interface PulledCatalogue {
  readonly objects: number
  /**
   * Time at which the first part was fetched, in epoch milliseconds; every other part is at least as recent.
   */
  readonly fetchedAt: number
}

/** Options of `fetchCatalogue`. */
export interface FetchCatalogueOptions extends PullCatalogueOptions {
  /** Called before every launch year; a rejection ends the pull. */
  readonly beforeEach?: () => Promise<void>
  /** Stops the pull at once, even during a query. */
  readonly signal?: AbortSignal | undefined
}

/** The first launch year of the catalogue. */
const FIRST_YEAR = 1957

/**
 * Fetches the catalogue, one query per launch year, and stores it. A year without objects in orbit is no
 * error. After a failure, the years already fetched stay cached for the next pull.
 * @throws Problem if a query fails.
 */
export async function pullCatalogue(
  context: Context,
  options: PullCatalogueOptions = {},
): Promise<PulledCatalogue> {
  const { elementSets, fetchedAt } = await fetchCatalogue(context, options)
  return { objects: elementSets.length, fetchedAt }
}

/** Fetches and stores the catalogue as `pullCatalogue` does, and returns its element sets. */
export async function fetchCatalogue(
  context: Context,
  { paceMs = seconds(1), onProgress, beforeEach, signal }: FetchCatalogueOptions,
): Promise<{ elementSets: ElementSet[]; source: string; fetchedAt: number }> {
  const thisYear = new Date(context.now()).getUTCFullYear()
  const years = []
  let objects = 0
  for (let year = FIRST_YEAR; year <= thisYear; year += 1) {
    await beforeEach?.()
    const { pulled, wasRequested } = await abortable(launchYearElementSets(year, context), signal)
    years.push(pulled)
    objects += pulled.value.byNoradId.size
    onProgress?.({ year, objects, done: years.length, total: thisYear - FIRST_YEAR + 1 })
    if (wasRequested && paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs))
  }
  const nonEmpty = years.filter(({ value }) => value.byNoradId.size > 0)
  if (nonEmpty.length === 0) throw new Problem('upstream_invalid', { cause: 'the catalogue has no objects' })
  const fetchedAt = Math.min(...years.map((year) => year.fetchedAt))
  const source = nonEmpty.at(-1)?.source ?? ''
  const value = mergeElementSets(nonEmpty.map((year) => year.value))
  await context.snapshots.put(
    CATALOGUE_KEY,
    catalogueKind,
    { value, feed: elementSetsOfLaunchYear.id, source },
    fetchedAt,
  )
  return { elementSets: [...value.byNoradId.values()], source, fetchedAt }
}
