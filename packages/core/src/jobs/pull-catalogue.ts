import type { Context } from '#context'
import type { ElementSet } from '#orbit/element-set'
import { Problem } from '#problem'
import { unlessStopped } from '#stopping'
import { seconds } from '#time'
import { elementSetsOfLaunchYear } from '#upstreams/celestrak'
import { CATALOGUE, catalogueKind, launchYearElementSets, mergedElementSets } from '#upstreams/element-sets'

/** How the catalogue is pulled from its provider. */
export interface PullCatalogueOptions {
  /** Pause between two queries in milliseconds; default 1 s, because the provider asks for restraint. */
  readonly paceMs?: number
  /** Told after every launch year: which it was, how many of how many years are done, and their objects so far. */
  readonly onProgress?: (progress: CatalogueProgress) => void
}

/** How far a pull is, in launch years. */
export interface CatalogueProgress {
  readonly year: number
  readonly objects: number
  readonly done: number
  readonly total: number
}

/** The whole public catalogue as it was pulled. */
export interface PulledCatalogue {
  readonly objects: number
  /** Epoch milliseconds at which its first part was fetched: no element set is older news than that. */
  readonly fetchedAt: number
}

export interface FetchOptions extends PullCatalogueOptions {
  /** Called before every launch year; may throw to end the pull. */
  readonly beforeEach?: () => Promise<void>
  /** Ends the pull, also while a query is under way. */
  readonly signal?: AbortSignal | undefined
}

/** The first launch year of the catalogue. */
const FIRST_YEAR = 1957

/**
 * Fetches the catalogue of all launch years one query at a time and keeps it; a year that nothing is left of is no
 * error, any other failure throws its Problem and keeps only the years it has, for the next pull of this cycle.
 */
export async function pullCatalogue(
  context: Context,
  options: PullCatalogueOptions = {},
): Promise<PulledCatalogue> {
  const { elementSets, fetchedAt } = await fetchCatalogue(context, options)
  return { objects: elementSets.length, fetchedAt }
}

/** The catalogue itself, as `pullCatalogue` fetches and keeps it. */
export async function fetchCatalogue(
  context: Context,
  { paceMs = seconds(1), onProgress, beforeEach, signal }: FetchOptions,
): Promise<{ elementSets: ElementSet[]; source: string; fetchedAt: number }> {
  const thisYear = new Date(context.now()).getUTCFullYear()
  const years = []
  let objects = 0
  for (let year = FIRST_YEAR; year <= thisYear; year += 1) {
    await beforeEach?.()
    const { pulled, wasAsked } = await unlessStopped(launchYearElementSets(year, context), signal)
    years.push(pulled)
    objects += pulled.value.byNoradId.size
    onProgress?.({ year, objects, done: years.length, total: thisYear - FIRST_YEAR + 1 })
    if (wasAsked && paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs))
  }
  const filled = years.filter(({ value }) => value.byNoradId.size > 0)
  if (filled.length === 0) throw new Problem('upstream_invalid', { cause: 'the catalogue is empty' })
  const fetchedAt = Math.min(...years.map((year) => year.fetchedAt))
  const source = filled.at(-1)?.source ?? ''
  const value = mergedElementSets(filled.map((year) => year.value))
  await context.snapshots.put(
    CATALOGUE,
    catalogueKind,
    { value, feed: elementSetsOfLaunchYear.id, source },
    fetchedAt,
  )
  return { elementSets: [...value.byNoradId.values()], source, fetchedAt }
}
