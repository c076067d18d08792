import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { crewChanged } from '#features/alerts/types/people'
import type { Person } from '#features/launches/people/person'

/** A person in an alert. */
type Member = Pick<Person, 'id' | 'name' | 'agency' | 'station' | 'spacecraft' | 'launch_id' | 'since'>

/** The part of `/v1/people` that alerts need. */
interface PeopleInSpace {
  /** Number of people; greater than the length of the list if some records cannot be read. */
  readonly count: number
  readonly people: readonly Member[]
  readonly as_of: string
  readonly source: string
}

interface State {
  /** People in space at the last observation; `null` before the first. */
  readonly people: readonly Member[] | null
}

/** Finds people who have arrived in space and who have left it. */
export const crew: Detector<State, PeopleInSpace> = {
  id: 'crew',
  initial: { people: null },
  detect({ people: before }, { count, people: listed, as_of, source }) {
    // A person who is not listed may be one whose record cannot be read.
    const unlisted = count > listed.length ? without(before ?? [], listed) : []
    const people = [...listed.map(memberOf), ...unlisted]
    if (before === null) return { state: { people }, alerts: [] }
    const arrived = without(people, before)
    const left = without(before, people)
    const alerts: AlertFacts[] = []
    if (arrived.length + left.length > 0) {
      const counts = { count: people.length, previous_count: before.length }
      const data = { arrived, left, ...counts, observed_at: as_of, source, url: '/v1/people' }
      alerts.push(factsOf(crewChanged, { subject: 'people', at: Date.parse(as_of), data }))
    }
    return { state: { people }, alerts }
  },
}

function memberOf({ id, name, agency, station, spacecraft, launch_id, since }: Member): Member {
  return { id, name, agency, station, spacecraft, launch_id, since }
}

function without(people: readonly Member[], others: readonly Pick<Member, 'id'>[]): Member[] {
  const known = new Set(others.map(({ id }) => id))
  return people.filter(({ id }) => !known.has(id))
}
