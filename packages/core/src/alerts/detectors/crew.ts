import type { AlertFacts } from '#alerts/alert'
import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { crewChanged } from '#alerts/types/people'
import type { Person } from '#catalogue/people/person'

/** What an alert says of somebody. */
type Member = Pick<Person, 'id' | 'name' | 'agency' | 'station' | 'spacecraft' | 'launch_id' | 'since'>

/** What `/v1/people` publishes, as far as alerts need it. */
interface PeopleInSpace {
  /** How many there are; more than are listed where the record of some cannot be read. */
  readonly count: number
  readonly people: readonly Member[]
  readonly as_of: string
  readonly source: string
}

interface State {
  /** Who was in space; `null` before the first look. */
  readonly people: readonly Member[] | null
}

/** Finds who has come to space and who has left it. */
export const crew: Detector<State, PeopleInSpace> = {
  id: 'crew',
  initial: { people: null },
  detect({ people: before }, { count, people: listed, as_of, source }) {
    // Who is not listed may be the one whose record cannot be read.
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
