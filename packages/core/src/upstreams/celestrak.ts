import type { ElementSet } from '#orbit/element-set'
import { parseElementSets } from '#orbit/omm'
import { hours, minutes, parseUtc } from '#time'
import { type UpstreamAnswer, type UpstreamVerdict, upstream } from '#upstreams/upstream'

/** The mean elements of many objects, with the text they came in: what is kept in the store. */
export interface ElementSets {
  readonly text: string
  readonly byNoradId: ReadonlyMap<number, ElementSet>
}

/** CelesTrak renews its data every two hours at most; what it refuses within a cycle it refuses until the next. */
export const CYCLE_MS = hours(2)

/** One object by catalogue number; at most 30 of these an hour, and 40 a cycle: 50 errors in a cycle shut us out. */
export const elementSet = upstream<{ norad_id: number }, ElementSet>({
  id: 'celestrak-object',
  provider: 'celestrak',
  label: 'GP element set',
  target: ({ norad_id }) => `/NORAD/elements/gp.php?CATNR=${norad_id}&FORMAT=json`,
  probe: { norad_id: 25544 },
  parse(body) {
    const [first] = parseElementSets(body).elementSets
    if (!first) throw new SyntaxError('no usable element set')
    return first
  },
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
  parse: readElementSets,
  newest: newestEpoch,
  cadenceMs: hours(24),
  maxBytes: 32 * 1024 * 1024,
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
  parse: readElementSets,
  newest: newestEpoch,
  cadenceMs: hours(24),
  maxBytes: 32 * 1024 * 1024,
  budgets: ({ launch_year }) => [{ name: `celestrak:year:${launch_year}`, calls: 1, perMs: CYCLE_MS }],
  reading: manners,
})

/** Reads OMM text, JSON or CSV; throws when it holds no usable element set. */
export function readElementSets(text: string): ElementSets {
  const { elementSets } = parseElementSets(text)
  if (elementSets.length === 0) throw new SyntaxError('no usable element set')
  return { text, byNoradId: new Map(elementSets.map((elements) => [elements.norad_id, elements])) }
}

function newestEpoch({ byNoradId }: ElementSets): number | null {
  let newest: number | null = null
  for (const { epoch } of byNoradId.values()) newest = Math.max(newest ?? 0, parseUtc(epoch) ?? 0)
  return newest
}

/**
 * "Has not updated" verifies our copy; an empty result (404 today, 200 in older documents) is no error of the query
 * path; a move, any other refusal and any other 404 end the cycle for the whole provider.
 */
function manners({ status, body }: UpstreamAnswer): UpstreamVerdict | undefined {
  if (status === 403 && /has not updated/i.test(body)) return { is: 'not-modified' }
  if ((status === 404 || status === 200) && /^No (Sup)?GP data found/.test(body)) return { is: 'absent' }
  if (status === 301 || status === 403 || status === 404) return { is: 'stop', forMs: CYCLE_MS }
  return undefined
}
