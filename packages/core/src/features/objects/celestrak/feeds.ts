import type { ElementSet } from '#features/objects/elements/element-set'
import { parseElementSets } from '#features/objects/elements/omm'
import { objectProblems } from '#features/objects/problems'
import { days, hours, iso, minutes, parseUtc } from '#kernel/kit/time'
import { MAX_UNUSABLE_SHARE, requireUsable } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import {
  type Implausibility,
  type ParseListeners,
  type Pulled,
  type UpstreamResponse,
  type UpstreamVerdict,
  upstream,
} from '#kernel/upstreams/upstream'

/** The mean elements of many objects, with the text they were parsed from, which is stored. */
export interface ElementSets {
  readonly text: string
  readonly byNoradId: ReadonlyMap<number, ElementSet>
  /** Number of rows that no propagator could use. */
  readonly refused: number
  /** Catalogue numbers of objects that have only such rows, where the number is readable. */
  readonly refusedIds: readonly number[]
}

/** `active`, the largest group, is 2.4 MB in 2026; the largest launch year is smaller. */
const GP_MAX_BYTES = 12 * 1024 * 1024

/** CelesTrak's update cycle. A request that it rejects is rejected until the next cycle. */
export const CYCLE_MS = hours(2)

/** Epochs up to five days ahead have been published; one a month ahead is an error. */
const MAX_EPOCH_AHEAD_MS = days(30)

/** One object by catalogue number. CelesTrak blocks clients after 50 errors in a cycle, hence the budgets. */
export const elementSet = upstream<{ noradId: number }, ElementSets>({
  id: 'celestrak-object',
  provider: 'celestrak',
  label: 'GP element set',
  target: ({ noradId }) => `/NORAD/elements/gp.php?CATNR=${noradId}&FORMAT=json`,
  probeParams: { noradId: 25544 },
  parse: toElementSets,
  newestAt: () => null,
  cadenceMs: hours(24),
  budgets: () => [
    { name: 'celestrak:object', calls: 30, perMs: hours(1) },
    { name: 'celestrak:object-cycle', calls: 40, perMs: CYCLE_MS },
  ],
  interpretResponse: interpretCelestrakResponse,
  problemIfAbsent: objectProblems.object_not_found,
})

/** Common settings of feeds with many objects. */
const manyObjects = {
  provider: 'celestrak',
  parse: (body: string, at: number, listeners?: ParseListeners) =>
    toElementSets(requireWholeCsv(body), at, listeners),
  newestAt: newestEpochAt,
  isOlderCopy: isOlderElementSets,
  cadenceMs: hours(24),
  maxBytes: GP_MAX_BYTES,
  interpretResponse: interpretCelestrakResponse,
  problemIfAbsent: objectProblems.object_not_found,
} as const

/**
 * A named group, at most once per cycle; `active` about hourly, because single objects are served from it.
 */
export const elementSetGroup = upstream<{ group: string }, ElementSets>({
  ...manyObjects,
  id: 'celestrak-group',
  label: 'GP element sets',
  target: ({ group }) => `/NORAD/elements/gp.php?GROUP=${encodeURIComponent(group)}&FORMAT=csv`,
  probeParams: { group: 'stations' },
  // Unreadable rows do not count as lost.
  checkPlausibility: ({ byNoradId, refused }, cached) => implausibleLoss(byNoradId.size + refused, cached, 1),
  budgets: ({ group }) => [
    { name: `celestrak:group:${group}`, calls: 1, perMs: group === 'active' ? minutes(45) : CYCLE_MS },
  ],
  problemIfAbsent: objectProblems.group_not_found,
})

/** All objects launched in one year, debris included. All years together are the public catalogue. */
export const elementSetsOfLaunchYear = upstream<{ launch_year: number }, ElementSets>({
  ...manyObjects,
  id: 'celestrak-launch-year',
  label: 'GP catalogue',
  target: ({ launch_year }) => `/NORAD/elements/gp.php?INTDES=${launch_year}&FORMAT=csv`,
  probeParams: { launch_year: 1998 },
  // The nightly catalogue is built from it, so an object whose row cannot be read would disappear.
  checkPlausibility: ({ byNoradId }, cached) => implausibleLoss(byNoradId.size, cached, 9),
  budgets: ({ launch_year }) => [{ name: `celestrak:year:${launch_year}`, calls: 1, perMs: CYCLE_MS }],
})

/**
 * Parses OMM text, JSON or CSV.
 *
 * @param at Time of the fetch in epoch milliseconds.
 * @throws ShapeError if no element set is usable.
 */
export function toElementSets(text: string, at: number, { onRows }: ParseListeners = {}): ElementSets {
  const latest = iso(at + MAX_EPOCH_AHEAD_MS)
  const { elementSets, refused, refusedIds, counts } = parseElementSets(text)
  requireUsable(counts)
  const byNoradId = new Map<number, ElementSet>()
  const ahead: number[] = []
  for (const elements of elementSets) {
    if (elements.epoch <= latest) byNoradId.set(elements.noradId, elements)
    else ahead.push(elements.noradId)
  }
  const reasons = ahead.map((noradId) => ({
    row: `object ${noradId}`,
    reason: 'EPOCH is over 30 days ahead',
  }))
  if (byNoradId.size === 0) throw new ShapeError(reasons[0]?.reason ?? 'there are no element sets')
  const unusable = refused + ahead.length
  onRows?.({ rows: counts.rows, unusable, reasons: [...counts.reasons, ...reasons].slice(0, 3) })
  return { text, byNoradId, refused: unusable, refusedIds: [...refusedIds, ...ahead] }
}

/** Rejects text without a final line break: a truncated number would still parse. */
function requireWholeCsv(body: string): string {
  if (!body.endsWith('\n')) throw new ShapeError('the last line is truncated')
  return body
}

function newestEpochAt({ byNoradId }: ElementSets): number | null {
  let newest: number | null = null
  for (const { epoch } of byNoradId.values()) newest = Math.max(newest ?? 0, parseUtc(epoch) ?? 0)
  return newest
}

/**
 * Returns whether a copy has objects with earlier epochs and none with a later one. Objects may be missing
 * from either. A cached copy with implausible future epochs never wins.
 */
function isOlderElementSets(value: ElementSets, cached: ElementSets, at: number): boolean {
  if ((newestEpochAt(cached) ?? 0) > at + MAX_EPOCH_AHEAD_MS) return false
  let isEarlier = false
  for (const [noradId, { epoch }] of value.byNoradId) {
    const known = cached.byNoradId.get(noradId)?.epoch ?? epoch
    // Without the `Z`, which would sort after the point of a fraction.
    if (epoch.slice(0, -1) > known.slice(0, -1)) return false
    isEarlier ||= epoch !== known
  }
  return isEarlier
}

/** Returns whether more than 2 % of the rows of a body are unusable, and more rows than of the cached copy. */
export function isWorse<Value extends { readonly refused: number }>(
  { value, unusableShare = 0 }: Pulled<Value>,
  cached: Value,
): boolean {
  return unusableShare > MAX_UNUSABLE_SHARE && value.refused > cached.refused
}

const MIN_KEPT_SHARE = 0.8
/** Size from which a set, such as `active`, never really loses a fifth of its objects in a day. */
const WHOLE_CATALOGUE = 1_000

/**
 * Returns the loss of objects if a body has less than 80 % of the objects of the cached copy. Two copies of a
 * truncated body are identical, so a large set must show the loss for a day before it is accepted.
 *
 * @param size Number of objects in the body.
 * @param few Number up to which a loss is normal: a group of three loses an object that decays.
 */
function implausibleLoss(
  size: number,
  cached: ElementSets | undefined,
  few: number,
): Implausibility | undefined {
  const before = cached?.byNoradId.size ?? 0
  if (before - size <= few || size >= MIN_KEPT_SHARE * before) return undefined
  return {
    reason: `${size} objects, but the cached copy has ${before}`,
    figures: [size],
    confirmedBy: before < WHOLE_CATALOGUE ? 'once' : 'overADay',
  }
}

/** Names of groups come and go: `noaa` went in 2026. */
const NOTHING = /^(No (Sup)?GP data found|Invalid query: .* \(GROUP=[^)]* not found\)\s*$)/

/**
 * Interprets CelesTrak's responses. "Has not updated" (403) confirms the cached copy, an empty result (404,
 * formerly 200) and a removed group (200) are "absent"; a redirect, any other 403 or 404 pauses requests to
 * the provider until the next cycle.
 */
export function interpretCelestrakResponse({ status, body }: UpstreamResponse): UpstreamVerdict | undefined {
  if (status === 403 && /has not updated/i.test(body)) return { is: 'not-modified' }
  if ((status === 404 || status === 200) && NOTHING.test(body)) return { is: 'absent' }
  if (status === 301 || status === 403 || status === 404) return { is: 'stop', forMs: CYCLE_MS }
  return undefined
}
