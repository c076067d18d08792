import * as v from 'valibot'
import { alertType, observation } from '#features/alerts/alert-type'
import { person } from '#features/launches/people/person'
import { count, named } from '#kernel/endpoint/schemas'

const member = named(
  'CrewMember',
  v.pick(person, ['id', 'name', 'agency', 'station', 'spacecraft', 'launch_id', 'since']),
)

function list(description: string) {
  return v.pipe(v.array(member), v.description(description))
}

/** A person has arrived in space or left it. */
export const crewChanged = alertType('crew.changed', {
  title: 'CrewChanged',
  summary: 'A person has arrived in space or left it, according to the list of Launch Library.',
  entries: {
    arrived: list('People who are in the list and were not before'),
    left: list('People who are no longer in the list, with their last entries'),
    count: count('Number of people in space now', 10),
    previous_count: count('Previous number of people in space', 7),
    ...observation('/v1/people'),
  },
})
