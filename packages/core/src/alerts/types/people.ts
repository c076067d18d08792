import * as v from 'valibot'
import { alertType, observation } from '#alerts/alert-type'
import { person } from '#catalogue/people/person'
import { count, named } from '#endpoint/schemas'

const { id, name, agency, station, spacecraft, launch_id, since } = person.entries
const member = named(
  'CrewMember',
  v.strictObject({ id, name, agency, station, spacecraft, launch_id, since }),
)

function list(description: string) {
  return v.pipe(v.array(member), v.description(description))
}

/** Somebody is in space, or no longer. */
export const crewChanged = alertType('crew.changed', {
  title: 'CrewChanged',
  summary: 'Somebody has come to space, or left it, by the list of Launch Library.',
  entries: {
    arrived: list('Who is in the list and was not before'),
    left: list('Who is no longer in the list, as they were in it'),
    count: count('Number of people in space now', 10),
    previous_count: count('The same before', 7),
    ...observation('/v1/people'),
  },
})
