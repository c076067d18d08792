import type { SpaceDataOptions } from '@space-data/core'

/** Number of days for which the sample keeps catalogues by default. */
const KEEP_CATALOGUES = 30

/** Simulates all providers except those with a configured origin. */
export async function sampleOptions(
  origins: readonly string[],
  { keepCatalogues }: SpaceDataOptions,
): Promise<SpaceDataOptions> {
  const { sampleFetch, withSyntheticYears } = await import('@space-data/sample')
  const sample = withSyntheticYears(
    sampleFetch(() => new Date()),
    Date.now,
  )
  const isElsewhere = (url: string) => origins.some((origin) => url.startsWith(`${origin}/`))
  return {
    fetch: (input, init) => (isElsewhere(String(input)) ? fetch(input, init) : sample(input, init)),
    sourceNote: '(sample)',
    keepCatalogues: keepCatalogues || KEEP_CATALOGUES,
  }
}
