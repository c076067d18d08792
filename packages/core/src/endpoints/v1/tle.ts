import * as v from 'valibot'
import { textEndpoint } from '#declare/text-endpoint'
import { threeLineText } from '#orbit/three-lines'
import { Problem } from '#problem'
import { hours } from '#time'
import { elementSetGroup } from '#upstreams/celestrak'
import { groupElementSets } from '#upstreams/element-sets'
import { tleGroupNamed } from '#upstreams/tle-groups'

/** Of a header. */
const LONGEST_LIST = 100

/** A named group in three-line format, written by us from the group's OMM, so that six-digit objects are in it. */
export const tle = textEndpoint({
  path: '/v1/tle/{group}',
  summary: 'TLE text of a named group',
  description:
    'Three lines per object: name, line 1, line 2. Catalogue numbers from 100000 to 339999 are written in Alpha-5; ' +
    'objects above cannot be written as TLE and are named in x-tle-omitted, as are objects of which the provider sent elements that ' +
    'cannot be used.',
  tag: 'TLE',
  access: 'reference',
  ttlMs: hours(6),
  parameters: {
    group: v.pipe(
      v.string(),
      // One spelling, so that the answer is kept once.
      v.transform((name) => tleGroupNamed(name) ?? name),
      v.string(),
      v.regex(/^[\w-]{1,40}$/),
      v.description('Name of the group, in any case: see /ref/tle-groups'),
      v.examples(['stations']),
    ),
  },
  headers: {
    'x-tle-count': 'Objects in the text',
    'x-tle-omitted':
      'The first 100 catalogue numbers that no TLE can carry, then of objects whose elements cannot be used, separated by commas; ' +
      'empty when there are none',
  },
  source: {
    upstreams: [elementSetGroup.id],
    stored: true,
    async load({ group }, context) {
      const name = tleGroupNamed(group)
      if (name === undefined) throw new Problem('group_not_found')
      const { value, source, fetchedAt } = await groupElementSets(name, context)
      const { text, count, omitted } = threeLineText([...value.byNoradId.values()])
      const left = [...omitted, ...value.refusedIds].slice(0, LONGEST_LIST)
      const headers = { 'x-tle-count': String(count), 'x-tle-omitted': left.join(',') }
      return { data: { text, headers }, source, fetchedAt }
    },
  },
  problems: ['group_not_found'],
})
