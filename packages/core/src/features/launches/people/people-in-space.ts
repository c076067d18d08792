import { launchLibraryBudgets } from '#features/launches/budgets'
import { isLaunchId, readPage } from '#features/launches/parse-launch'
import type { Person } from '#features/launches/people/person'
import { hours, parseUtc, seconds } from '#kernel/kit/time'
import {
  latestPlausible,
  parseInstant,
  parseLink,
  parseText,
  type Row,
  toRow,
  toRows,
} from '#kernel/upstreams/parse/fields'
import { memberOf, memberOrNull } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { type ParseListeners, upstream } from '#kernel/upstreams/upstream'

/** People in space. */
export interface PeopleList {
  /** Number of people; greater than the length of the list if some rows cannot be read. */
  readonly count: number
  readonly people: readonly Person[]
}

/**
 * All people in space. Only the mode `detailed` includes the flight, and so the destination: one call for all
 * people instead of one call each.
 */
export const peopleInSpace = upstream<unknown, PeopleList>({
  id: 'launch-library-people',
  provider: 'launch-library',
  label: 'people in space',
  target: () => '/2.3.0/astronauts/?in_space=true&is_human=true&limit=100&mode=detailed',
  probeParams: undefined,
  parse: parsePeople,
  newestAt: () => null,
  checkPlausibility: ({ count }, cached) =>
    cached && count * 2 < cached.count
      ? { reason: 'fewer than half of the previous people', figures: [count] }
      : undefined,
  cadenceMs: hours(8),
  // Each flight comes with its launch, vehicle, pad and programmes.
  maxBytes: 8 * 1024 * 1024,
  timeoutMs: seconds(30),
  budgets: launchLibraryBudgets({ name: 'launch-library:people', calls: 3, perMs: hours(1) }),
})

/** Parses the list. An incomplete or empty list is rejected; otherwise people would seem to have left. */
function parsePeople(body: string, now: number, { onRows }: ParseListeners = {}): PeopleList {
  const { page, results } = readPage(body)
  memberOf(page, 'next', (value) => value === null || null)
  memberOf(page, 'count', (count) => count === results.length || null)
  let count = 0
  const readRow = (each: unknown): Person | undefined => {
    const row = toRow(each)
    if (toRow(row?.['type'])?.['id'] === NON_HUMAN) return undefined
    count += 1
    return parsePerson(row, now)
  }
  const people = readRows(results, readRow, { onRows })
  // There have been people in space since November 2000.
  if (people.length === 0) throw new ShapeError('the list is empty')
  // A duplicate means that somebody else is missing.
  if (new Set(people.map(({ id }) => id)).size < people.length)
    throw new ShapeError('a person is listed twice')
  return { count, people }
}

/** Astronaut type of a mannequin, in case the filter lets one pass. */
const NON_HUMAN = 6

function parsePerson(row: Row | undefined, now: number): Person {
  const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
  const id = memberOf(row, 'id', (value) => (isPositive(value) ? value : null))
  const name = memberOf(row, 'name', parseText)
  memberOf(row, 'type', (value) => toRow(value) ?? null)
  memberOf(row, 'in_space', (value) => value === true || null)
  const agency = memberOrNull(row, 'agency', (value) => toRow(value) ?? null)
  return {
    id,
    name,
    agency: parseText(agency?.['name']),
    agency_abbreviation: parseText(agency?.['abbrev']),
    nationalities: memberOf(row, 'nationality', rowsOf).flatMap(({ alpha_3_code }) =>
      typeof alpha_3_code === 'string' && /^[A-Z]{3}$/.test(alpha_3_code) ? alpha_3_code : [],
    ),
    ...lastFlight(memberOf(row, 'flights', rowsOf), memberOf(row, 'landings', rowsOf), now),
    since: memberOrNull(row, 'last_flight', (value) => parseInstant(value, latestPlausible(now))),
    url: parseLink(row?.['url']) ?? `https://ll.thespacedevs.com/2.3.0/astronauts/${id}/`,
  }
}

/** Returns a list of objects, `null` for anything else. */
function rowsOf(value: unknown): readonly Row[] | null {
  const rows = toRows(value)
  return Array.isArray(value) && rows.length === value.length ? rows : null
}

/** Returns the current flight of a person: the last one that has begun. */
function lastFlight(
  flights: readonly Row[],
  landings: readonly Row[],
  now: number,
): Pick<Person, 'station' | 'spacecraft' | 'launch_id' | 'launch'> {
  const begin = ({ net }: Row) => parseUtc(net) ?? Number.POSITIVE_INFINITY
  const [flight] = flights
    .filter((each) => begin(each) <= latestPlausible(now))
    .sort((a, b) => begin(b) - begin(a))
  const id = parseText(flight?.['id'])
  const landing = landings.find(({ launch }) => id !== null && toRow(launch)?.['id'] === id)
  // The programmes of a launch include names of stations.
  const station = toRows(flight?.['program']).find(({ name }) => /\bstation$/i.test(parseText(name) ?? ''))
  return {
    station: parseText(landing?.['destination']) ?? parseText(station?.['name']),
    spacecraft: parseText(toRow(landing?.['spacecraft'])?.['name']),
    launch_id: isLaunchId(id) ? id : null,
    launch: parseText(flight?.['name']),
  }
}
