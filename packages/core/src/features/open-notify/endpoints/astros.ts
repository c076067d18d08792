import * as v from 'valibot'
import { people as peopleEndpoint } from '#features/launches/people/endpoints/people'
import type { Person } from '#features/launches/people/person'
import { computedEndpoint } from '#features/open-notify/computed-endpoint'
import { read } from '#kernel/endpoint/read-data'
import { count, named, oneOf, text } from '#kernel/endpoint/schemas'
import { hours } from '#kernel/kit/time'

/** Serves the people in space at open-notify's path. */
export const astros = computedEndpoint({
  path: '/astros.json',
  operationId: 'getOpenNotifyAstros',
  summary: 'People in space in open-notify’s form',
  description: `For clients of open-notify: names and craft from /v1/people, with the times of that response.`,
  ttlMs: hours(6),
  problems: [],
  data: named(
    'OpenNotifyAstros',
    v.strictObject({
      message: oneOf('Whether the request succeeded', ['success']),
      number: count('Number of people in space', 10),
      people: v.array(
        named(
          'OpenNotifyPerson',
          v.strictObject({
            craft: text('Location of the person: ISS, Tiangong, another station, or the spacecraft', 'ISS'),
            name: text('Name', 'Sample Astronaut 1'),
          }),
        ),
      ),
    }),
  ),
  ask: () => ({}),
  async compute(_, context) {
    const { data, source, ...times } = await read(peopleEndpoint, { context })
    const people = data.people.map((person) => ({ craft: craftOf(person), name: person.name }))
    const [fetchedAt, validUntil] = [Date.parse(times.fetchedAt), Date.parse(times.validUntil)]
    return {
      data: { message: 'success' as const, number: data.count, people },
      source,
      fetchedAt,
      validUntil,
    }
  },
})

/** Returns open-notify's name for the location of a person. */
function craftOf({ station, spacecraft }: Person): string {
  if (station === 'International Space Station') return 'ISS'
  return station !== null && /^tiangong/i.test(station) ? 'Tiangong' : (station ?? spacecraft ?? 'unknown')
}
