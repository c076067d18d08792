import type { ElementSet } from '#orbit/element-set'
import { type ParsedElementSets, parseElementSets } from '#orbit/omm'
import { days, hours, iso, minutes, parseUtc } from '#time'
import { elementSetMismatch } from '#upstreams/celestrak-fields'
import { ShapeMismatch } from '#upstreams/shape'
import { type Doubt, type UpstreamAnswer, type UpstreamVerdict, upstream } from '#upstreams/upstream'

/** The mean elements of many objects, with the text they came in: what is kept in the store. */
export interface ElementSets {
  readonly text: string
  readonly byNoradId: ReadonlyMap<number, ElementSet>
  /** Rows that no propagator could use. */
  readonly refused: number
  /** Objects that have such rows alone, where their number could be read. */
  readonly refusedIds: readonly number[]
}

/** `active`, the largest group, is 2.4 MB in 2026; the largest launch year is less than a fifth of the catalogue. */
const GP_MAX_BYTES = 12 * 1024 * 1024

/** CelesTrak renews its data every two hours at most; what it refuses within a cycle it refuses until the next. */
export const CYCLE_MS = hours(2)

/** Epochs up to five days ahead have been published; one that is a month ahead is a mistake. */
const AHEAD_MS = days(30)

/** One object by catalogue number; 30 of these an hour and 40 a cycle at most: 50 errors in a cycle shut us out. */
export const elementSet = upstream<{ norad_id: number }, ElementSets>({
  id: 'celestrak-object',
  provider: 'celestrak',
  label: 'GP element set',
  target: ({ norad_id }) => `/NORAD/elements/gp.php?CATNR=${norad_id}&FORMAT=json`,
  probe: { norad_id: 25544 },
  parse: readElementSets,
  newest: () => null,
  cadenceMs: hours(24),
  budgets: () => [
    { name: 'celestrak:object', calls: 30, perMs: hours(1) },
    { name: 'celestrak:object-cycle', calls: 40, perMs: CYCLE_MS },
  ],
  reading: manners,
})

/** A whole group; at most once a cycle, but `active` is verified hourly (ahead of time, as its refresh is), for the objects. */
export const elementSetGroup = upstream<{ group: string }, ElementSets>({
  id: 'celestrak-group',
  provider: 'celestrak',
  label: 'GP element sets',
  target: ({ group }) => `/NORAD/elements/gp.php?GROUP=${encodeURIComponent(group)}&FORMAT=csv`,
  probe: { group: 'stations' },
  parse: (body, at) => readElementSets(wholeCsv(body), at),
  newest: newestEpoch,
  isOlder,
  doubtOf: (value, held) => lossOf(value, held, { lost: 1, refused: 0 }),
  cadenceMs: hours(24),
  maxBytes: GP_MAX_BYTES,
  budgets: ({ group }) => [
    { name: `celestrak:group:${group}`, calls: 1, perMs: group === 'active' ? minutes(45) : CYCLE_MS },
  ],
  reading: manners,
  absentAs: 'group_not_found',
})

/** All objects launched in one year, debris included; the years together are the whole public catalogue. */
export const elementSetsOfLaunchYear = upstream<{ launch_year: number }, ElementSets>({
  id: 'celestrak-launch-year',
  provider: 'celestrak',
  label: 'GP catalogue',
  target: ({ launch_year }) => `/NORAD/elements/gp.php?INTDES=${launch_year}&FORMAT=csv`,
  probe: { launch_year: 1998 },
  parse: (body, at) => readElementSets(wholeCsv(body), at),
  newest: newestEpoch,
  isOlder,
  doubtOf: (value, held) => lossOf(value, held, { lost: 9, refused: 9 }),
  cadenceMs: hours(24),
  maxBytes: GP_MAX_BYTES,
  budgets: ({ launch_year }) => [{ name: `celestrak:year:${launch_year}`, calls: 1, perMs: CYCLE_MS }],
  reading: manners,
})

/** Reads OMM text, JSON or CSV, as of the instant of its fetch in epoch milliseconds; throws when nothing in it is usable. */
export function readElementSets(text: string, at: number): ElementSets {
  const latest = iso(at + AHEAD_MS)
  const { elementSets, refused, refusedIds } = parsed(text)
  const byNoradId = new Map<number, ElementSet>()
  const ahead: number[] = []
  for (const elements of elementSets) {
    if (elements.epoch <= latest) byNoradId.set(elements.norad_id, elements)
    else ahead.push(elements.norad_id)
  }
  if (byNoradId.size === 0) throw elementSetMismatch(text)
  return { text, byNoradId, refused: refused + ahead.length, refusedIds: [...refusedIds, ...ahead] }
}

function parsed(text: string): ParsedElementSets {
  try {
    return parseElementSets(text)
  } catch (error) {
    throw elementSetMismatch(text, error)
  }
}

/** A last line without its end may be cut within its last number, which would still read as one. */
function wholeCsv(body: string): string {
  if (!body.endsWith('\n')) throw new ShapeMismatch('the last line has no end')
  return body
}

function newestEpoch({ byNoradId }: ElementSets): number | null {
  let newest: number | null = null
  for (const { epoch } of byNoradId.values()) newest = Math.max(newest ?? 0, parseUtc(epoch) ?? 0)
  return newest
}

/**
 * An older copy has objects of an earlier epoch and none of a later one; objects come and go in either. What is of a future that has
 * not come keeps nothing away.
 */
function isOlder(value: ElementSets, than: ElementSets, at: number): boolean {
  if ((newestEpoch(than) ?? 0) > at + AHEAD_MS) return false
  let isEarlier = false
  for (const [norad_id, { epoch }] of value.byNoradId) {
    const known = than.byNoradId.get(norad_id)?.epoch ?? epoch
    // Without the `Z`, which would sort behind the point of a fraction.
    if (epoch.slice(0, -1) > known.slice(0, -1)) return false
    isEarlier ||= epoch !== known
  }
  return isEarlier
}

const [MOST_REFUSED, LEAST_KEPT] = [0.02, 0.8]

/**
 * What a body of many objects has lost: more than 2 % of its rows cannot be used, or it has less than 80 % of the objects of the copy
 * held. So few are no loss, whatever their share: groups have three objects of which one decays, and launch years a handful.
 */
function lossOf(
  { byNoradId: { size }, refused }: ElementSets,
  held: ElementSets | undefined,
  few: { readonly lost: number; readonly refused: number },
): Doubt | undefined {
  const rows = size + refused
  const before = held?.byNoradId.size ?? 0
  const figures = [size, refused]
  if (refused > few.refused && refused > MOST_REFUSED * rows)
    return { words: `${refused} of ${rows} rows cannot be used`, figures }
  if (before - size > few.lost && size < LEAST_KEPT * before)
    return { words: `it has ${size} objects where the copy held has ${before}`, figures }
  return undefined
}

/**
 * "Has not updated" verifies our copy; an empty result (404 today, 200 in older documents) is no error of the query
 * path; a move, any other refusal and any other 404 end the cycle for the whole provider.
 */
export function manners({ status, body }: UpstreamAnswer): UpstreamVerdict | undefined {
  if (status === 403 && /has not updated/i.test(body)) return { is: 'not-modified' }
  if ((status === 404 || status === 200) && /^No (Sup)?GP data found/.test(body)) return { is: 'absent' }
  if (status === 301 || status === 403 || status === 404) return { is: 'stop', forMs: CYCLE_MS }
  return undefined
}
