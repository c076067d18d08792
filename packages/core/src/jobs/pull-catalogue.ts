import type { Context } from '#context'
import { Problem } from '#problem'
import { seconds } from '#time'
import { type ElementSets, elementSetsOfLaunchYear } from '#upstreams/celestrak'
import { CATALOGUE, catalogueKind, mergedElementSets } from '#upstreams/element-sets'
import { pull } from '#upstreams/pull'

export interface PullCatalogueOptions {
  /** Pause between two queries in milliseconds; default 1 s, because the provider asks for restraint. */
  readonly paceMs?: number
  /** Told after every launch year. */
  readonly onProgress?: (progress: { year: number; objects: number }) => void
}

/** The whole public catalogue as it was pulled. */
export interface PulledCatalogue {
  readonly objects: number
  /** Epoch milliseconds at which the pull began: no element set is older news than that. */
  readonly fetchedAt: number
}

/** The first launch year of the catalogue. */
const FIRST_YEAR = 1957

/**
 * Fetches the catalogue of all launch years one query at a time and keeps it; a year that nothing is left of is no
 * error, any other failure throws its Problem and keeps nothing.
 */
export async function pullCatalogue(
  context: Context,
  { paceMs = seconds(1), onProgress }: PullCatalogueOptions = {},
): Promise<PulledCatalogue> {
  const fetchedAt = context.now()
  const years: ElementSets[] = []
  let objects = 0
  let source = ''
  for (let year = FIRST_YEAR; year <= new Date(fetchedAt).getUTCFullYear(); year += 1) {
    const pulled = await ofYear(year, context)
    if (pulled) {
      years.push(pulled.value)
      objects += pulled.value.byNoradId.size
      source = pulled.source
    }
    onProgress?.({ year, objects })
    if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs))
  }
  if (objects === 0) throw new Problem('upstream_invalid', { cause: 'the catalogue is empty' })
  await context.snapshots.put(
    CATALOGUE,
    catalogueKind,
    { value: mergedElementSets(years), feed: elementSetsOfLaunchYear.id, source },
    fetchedAt,
  )
  return { objects, fetchedAt }
}

async function ofYear(launch_year: number, context: Context) {
  try {
    return await pull(elementSetsOfLaunchYear, { launch_year }, context)
  } catch (error) {
    if (error instanceof Problem && error.code === 'object_not_found') return undefined
    throw error
  }
}
