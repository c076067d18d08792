import { CATALOGUE_KEY, type CachedElementSets, groupKey } from '#features/objects/celestrak/element-sets'
import type { SatcatLookup } from '#features/objects/celestrak/satcat'
import type { ElementSet } from '#features/objects/elements/element-set'
import type { Context } from '#kernel/endpoint/endpoint'
import { bisect } from '#kernel/kit/bisect'

/** Catalogue numbers in ascending order, and the launch year of each. */
interface LaunchYears {
  readonly ids: readonly number[]
  readonly years: readonly number[]
}

/**
 * Largest gap between two numbers of a launch year within which the numbers in between are assumed to belong
 * to that year.
 */
const MAX_GAP = 50
/**
 * Range above the highest known number that is assumed to belong to this year: about a month of new objects.
 */
const MAX_AHEAD = 500

/**
 * Returns the launch year of an object from SATCAT, from a cached element set (expired ones included), or
 * else from the neighbouring catalogue numbers, which are assigned in order of launch and break-up.
 * `undefined` if unknown.
 */
export function findLaunchYear(noradId: number, satcat: SatcatLookup, context: Context): number | undefined {
  const launched = satcat(noradId)?.launchDate
  if (launched) return Number(launched.slice(0, 4))
  for (const key of [CATALOGUE_KEY, groupKey('active')]) {
    const cached = context.snapshots.peek<CachedElementSets>(key)?.value.value.byNoradId
    const year = designatorYear(cached?.get(noradId))
    if (year !== undefined) return year
  }
  const catalogue = context.snapshots.peek<CachedElementSets>(CATALOGUE_KEY)?.value.value.byNoradId
  return (
    catalogue && yearFromNeighbours(launchYears(catalogue), noradId, new Date(context.now()).getUTCFullYear())
  )
}

/** Returns the year that the nearest numbers on both sides share; `thisYear` just above the highest. */
export function yearFromNeighbours(
  { ids, years }: LaunchYears,
  noradId: number,
  thisYear: number,
): number | undefined {
  const from = bisect(ids.length, (i) => (ids[i] ?? 0) < noradId)
  if (ids[from] === noradId) return years[from]
  const [below, above] = [ids[from - 1], ids[from]]
  if (below === undefined) return undefined
  if (above === undefined) return noradId - below <= MAX_AHEAD ? thisYear : undefined
  return above - below <= MAX_GAP && years[from - 1] === years[from] ? years[from] : undefined
}

const launchYearsByCatalogue = new WeakMap<ReadonlyMap<number, ElementSet>, LaunchYears>()

function launchYears(catalogue: ReadonlyMap<number, ElementSet>): LaunchYears {
  let known = launchYearsByCatalogue.get(catalogue)
  if (!known) {
    const pairs = [...catalogue.values()]
      .map((elements) => [elements.noradId, designatorYear(elements)] as const)
      .filter((pair): pair is readonly [number, number] => pair[1] !== undefined)
      .sort(([one], [other]) => one - other)
    known = { ids: pairs.map(([id]) => id), years: pairs.map(([, year]) => year) }
    launchYearsByCatalogue.set(catalogue, known)
  }
  return known
}

function designatorYear(elements: ElementSet | undefined): number | undefined {
  const year = /^(\d{4})-/.exec(elements?.internationalDesignator ?? '')?.[1]
  return year === undefined ? undefined : Number(year)
}
