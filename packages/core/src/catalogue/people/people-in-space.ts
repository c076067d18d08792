import { launchLibraryBudgets } from '#catalogue/launches/budgets'
import { isLaunchId, readPage } from '#catalogue/launches/parse-launch'
import type { Person } from '#catalogue/people/person'
import { hours, parseUtc, seconds } from '#kit/time'
import {
  latestPlausible,
  parseInstant,
  parseLink,
  parseText,
  type Row,
  toRow,
  toRows,
} from '#upstreams/parse/fields'
import { type RequiredFields, ShapeError, schemaMismatch } from '#upstreams/parse/shape'
import { upstream } from '#upstreams/upstream'

/**
 * Everybody in space. Only the mode `detailed` says with which flight, and so where to: one call for all,
 * instead of one for each.
 */
export const peopleInSpace = upstream<unknown, readonly Person[]>({
  id: 'launch-library-people',
  provider: 'launch-library',
  label: 'people in space',
  target: () => '/2.3.0/astronauts/?in_space=true&is_human=true&limit=100&mode=detailed',
  probeParams: undefined,
  parse: parsePeople,
  newestAt: () => null,
  checkPlausibility: (people, cached) =>
    cached && people.length * 2 < cached.length
      ? { reason: 'fewer than half of the people before', figures: [people.length] }
      : undefined,
  cadenceMs: hours(8),
  // Each flight comes with its launch, vehicle, pad and programmes.
  maxBytes: 8 * 1024 * 1024,
  timeoutMs: seconds(30),
  budgets: launchLibraryBudgets({ name: 'launch-library:people', calls: 3, perMs: hours(1) }),
})

/**
 * Parses the list. One that is not whole, is empty, or has a row that cannot be read is refused: else
 * somebody would have left.
 */
function parsePeople(body: string, now: number): readonly Person[] {
  const { page, results } = readPage(body)
  const isWhole = { next: isNull, count: (count: unknown) => count === results.length }
  if (!isUsable(page, isWhole)) throw schemaMismatch([page], isWhole)
  const people = results.flatMap((each) => parsePerson(toRow(each), now))
  // There has been somebody in space since November 2000.
  if (people.length === 0) throw new ShapeError('there is nobody')
  if (new Set(people.map(({ id }) => id)).size < people.length)
    throw new ShapeError('somebody is there twice')
  return people
}

/** The type of astronaut that a mannequin has, should the filter let one pass. */
const NON_HUMAN = 6

function parsePerson(row: Row | undefined, now: number): Person[] {
  if (toRow(row?.['type'])?.['id'] === NON_HUMAN) return []
  const required = requiredFields(now)
  if (!row || !isUsable(row, required)) throw schemaMismatch([row], required)
  const id = Number(row['id'])
  const agency = toRow(row['agency'])
  return [
    {
      id,
      name: parseText(row['name']) ?? '',
      agency: parseText(agency?.['name']),
      agency_abbreviation: parseText(agency?.['abbrev']),
      nationalities: toRows(row['nationality']).flatMap(({ alpha_3_code }) =>
        typeof alpha_3_code === 'string' && /^[A-Z]{3}$/.test(alpha_3_code) ? alpha_3_code : [],
      ),
      ...lastFlight(row, now),
      since: parseInstant(row['last_flight'], latestPlausible(now)),
      url: parseLink(row['url']) ?? `https://ll.thespacedevs.com/2.3.0/astronauts/${id}/`,
    },
  ]
}

const isNull = (value: unknown) => value === null
const isList = (value: unknown) => Array.isArray(value) && toRows(value).length === value.length

function requiredFields(now: number): RequiredFields {
  return {
    id: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    name: (value) => parseText(value) !== null,
    type: (value) => toRow(value) !== undefined,
    in_space: (value) => value === true,
    agency: (value) => isNull(value) || toRow(value) !== undefined,
    nationality: isList,
    flights: isList,
    landings: isList,
    last_flight: (value) => isNull(value) || parseInstant(value, latestPlausible(now)) !== null,
  }
}

function isUsable(row: Row, required: RequiredFields): boolean {
  return Object.entries(required).every(([field, isGood]) => isGood(row[field]))
}

/** Returns the flight that somebody is on: the last that has begun. */
function lastFlight(row: Row, now: number): Pick<Person, 'station' | 'spacecraft' | 'launch_id' | 'launch'> {
  const begin = ({ net }: Row) => parseUtc(net) ?? Number.POSITIVE_INFINITY
  const [flight] = toRows(row['flights'])
    .filter((each) => begin(each) <= latestPlausible(now))
    .sort((a, b) => begin(b) - begin(a))
  const id = parseText(flight?.['id'])
  const landing = toRows(row['landings']).find(({ launch }) => id !== null && toRow(launch)?.['id'] === id)
  // The programmes of a launch have the names of stations, too.
  const station = toRows(flight?.['program']).find(({ name }) => /\bstation$/i.test(parseText(name) ?? ''))
  return {
    station: parseText(landing?.['destination']) ?? parseText(station?.['name']),
    spacecraft: parseText(toRow(landing?.['spacecraft'])?.['name']),
    launch_id: isLaunchId(id) ? id : null,
    launch: parseText(flight?.['name']),
  }
}
