import { groupElementSets, groupFeed } from '#catalogue/celestrak/element-sets'
import { findTleGroup } from '#catalogue/celestrak/tle-groups'
import { formatOmm, OMM_TYPES, type OmmFormat } from '#catalogue/elements/omm-formats'
import { toThreeLineText } from '#catalogue/elements/three-lines'
import { groupParameter } from '#catalogue/endpoints/group-parameter'
import { formatParameter, ommBodies } from '#catalogue/endpoints/omm-bodies'
import type { Endpoint } from '#endpoint/endpoint'
import { textEndpoint } from '#endpoint/text-endpoint'
import { Problem } from '#kit/problem'
import { hours, iso } from '#kit/time'

/** The most catalogue numbers listed in a header. */
const MAX_OMITTED = 100

const endpoint = textEndpoint({
  path: '/v1/tle/{group}',
  operationId: 'getTleGroup',
  summary: 'TLE text of a named group',
  description:
    'Three lines per object: name, line 1, line 2. Catalogue numbers from 100000 to 339999 are written in ' +
    'Alpha-5. Objects with higher numbers, which TLEs cannot represent, and objects with invalid elements ' +
    'are omitted and listed in x-tle-omitted. With `format` the group is Orbit Mean-Elements Messages (CCSDS ' +
    '502.0-B-3) with all digits and numbers of any length: json and csv as CelesTrak has them, kvn and xml as ' +
    'whole messages.',
  tag: 'TLE',
  access: 'reference',
  ttlMs: hours(6),
  parameters: {
    group: groupParameter('stations'),
  },
  queryParameters: {
    format: formatParameter('TLE', 'csv'),
  },
  headers: { 'x-tle-count': 'Number of objects in the text' },
  source: {
    upstreams: [groupFeed],
    stored: true,
    async load({ group, format }: { group: string; format?: OmmFormat | undefined }, context) {
      const name = findTleGroup(group)
      if (name === undefined) throw new Problem('group_not_found')
      const { value, source, fetchedAt } = await groupElementSets(name, context)
      const elementSets = [...value.byNoradId.values()]
      const { text, count, omitted } = format
        ? {
            text: formatOmm(elementSets, format, iso(fetchedAt)),
            count: elementSets.length,
            omitted: [],
          }
        : toThreeLineText(elementSets)
      const listed = [...omitted, ...value.refusedIds].slice(0, MAX_OMITTED)
      const headers = {
        'x-tle-count': String(count),
        ...(listed.length > 0 && { 'x-tle-omitted': listed.join(',') }),
      }
      const type = format ? OMM_TYPES[format] : 'text/plain'
      return { data: { text, type, headers }, source, fetchedAt }
    },
  },
  problems: ['group_not_found'],
})

/**
 * Serves a TLE group in three-line format, or as OMM. The lines are generated from the group's OMM, so that
 * objects with six-digit catalogue numbers are included.
 */
export const tle: Endpoint = {
  ...endpoint,
  success: {
    ...endpoint.success,
    content: { ...endpoint.success.content, ...ommBodies },
    optionalHeaders: {
      'x-tle-omitted':
        'Catalogue numbers of omitted objects, comma-separated, at most 100: first those above 339999 (TLE only), ' +
        'then those with invalid elements; absent if there are none',
    },
  },
}
