import type { Context } from '#context'
import type { ElementSet } from '#orbit/element-set'
import { CATALOGUE, groupKey, type Held } from '#upstreams/element-sets'
import type { SatcatLookup } from '#upstreams/satcat'

/** Catalogue numbers in ascending order with the launch years of their objects. */
interface KnownYears {
  readonly ids: readonly number[]
  readonly years: readonly number[]
}

/** How far apart two numbers of one launch year may be for those between them to be of that year, too. */
const WIDEST_GAP = 50
/** How far above the highest number that is known those of this year's launches may be: about a month of them. */
const JUST_NUMBERED = 500

/**
 * The launch year of an object: as SATCAT or an element set tells that is or was held, else by the numbers around its own, which are given in
 * the order of launches and of break-ups. `undefined` when nothing tells.
 */
export function launchYearOf(norad_id: number, satcat: SatcatLookup, context: Context): number | undefined {
  const launched = satcat(norad_id)?.launch_date
  if (launched) return Number(launched.slice(0, 4))
  for (const key of [CATALOGUE, groupKey('active')]) {
    const held = context.snapshots.peek<Held>(key)?.value.value.byNoradId
    const year = yearOf(held?.get(norad_id))
    if (year !== undefined) return year
  }
  const catalogue = context.snapshots.peek<Held>(CATALOGUE)?.value.value.byNoradId
  return catalogue && yearAmong(knownYears(catalogue), norad_id, new Date(context.now()).getUTCFullYear())
}

/** The year that the numbers on both sides have, if they are near; of a number just above all of them this one. */
export function yearAmong(
  { ids, years }: KnownYears,
  norad_id: number,
  thisYear: number,
): number | undefined {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? 0) < norad_id) from = middle + 1
    else to = middle
  }
  if (ids[from] === norad_id) return years[from]
  const [below, above] = [ids[from - 1], ids[from]]
  if (below === undefined) return undefined
  if (above === undefined) return norad_id - below <= JUST_NUMBERED ? thisYear : undefined
  return above - below <= WIDEST_GAP && years[from - 1] === years[from] ? years[from] : undefined
}

const learned = new WeakMap<ReadonlyMap<number, ElementSet>, KnownYears>()

function knownYears(catalogue: ReadonlyMap<number, ElementSet>): KnownYears {
  let known = learned.get(catalogue)
  if (!known) {
    const pairs = [...catalogue.values()]
      .map((elements) => [elements.norad_id, yearOf(elements)] as const)
      .filter((pair): pair is readonly [number, number] => pair[1] !== undefined)
      .sort(([one], [other]) => one - other)
    known = { ids: pairs.map(([id]) => id), years: pairs.map(([, year]) => year) }
    learned.set(catalogue, known)
  }
  return known
}

function yearOf(elements: ElementSet | undefined): number | undefined {
  const year = /^(\d{4})-/.exec(elements?.international_designator ?? '')?.[1]
  return year === undefined ? undefined : Number(year)
}
