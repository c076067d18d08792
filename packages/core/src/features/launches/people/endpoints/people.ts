import * as v from 'valibot'
import { type PeopleList, peopleInSpace } from '#features/launches/people/people-in-space'
import { type Person, person } from '#features/launches/people/person'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { count, instant, named, sourceLabel } from '#kernel/endpoint/schemas'
import { requireNotWorse, type Source } from '#kernel/endpoint/source'
import { hours, iso } from '#kernel/kit/time'
import { pull } from '#kernel/upstreams/client/pull'
import { toFeed } from '#kernel/upstreams/feed'

const data = v.strictObject({
  count: count(
    'Number of people in space; greater than the length of the list if some records cannot be read',
    1,
  ),
  people: v.pipe(v.array(named('Person', person)), v.description('People in space, longest stay first')),
  as_of: instant('Time the list was fetched'),
  source: sourceLabel('Launch Library 2 people in space'),
})

/** The payload of the people in space. */
export type PeopleInSpace = v.InferOutput<typeof data>

/** Maximum age of the list where stale data are allowed. By then, somebody may have landed. */
const MAX_AGE_MS = hours(24)

const source: Source<unknown, PeopleInSpace> = {
  upstreams: [toFeed(peopleInSpace)],
  stored: true,
  async load(params, context, { held } = {}) {
    const pulled = await pull(peopleInSpace, params, context, held?.data)
    requireNotWorse(peopleInSpace, pulled, held, context)
    const { value, source, fetchedAt } = pulled
    const data = toPeopleData(value, source, fetchedAt)
    return { data, source, fetchedAt, recentUntil: fetchedAt + MAX_AGE_MS }
  },
}

/** Serves the people in space. */
export const people = dataEndpoint({
  path: '/v1/people',
  operationId: 'listPeople',
  summary: 'People in space',
  description:
    'From Launch Library, which updates the list within hours of a launch or a landing. Station and ' +
    'spacecraft belong to the current flight of each person. A list older than 24 h is not served.',
  tag: 'People',
  access: 'optional_key',
  ttlMs: hours(6),
  data: named('PeopleInSpace', data),
  source,
})

/** Converts people to the payload: longest stay first, people with an unknown launch last. */
export function toPeopleData(
  { count, people }: PeopleList,
  source: string,
  fetchedAt: number,
): PeopleInSpace {
  const begin = ({ since }: Person) => (since === null ? fetchedAt : Date.parse(since))
  const sorted = [...people].sort((a, b) => begin(a) - begin(b) || a.id - b.id)
  return { count, people: sorted, as_of: iso(fetchedAt), source }
}
