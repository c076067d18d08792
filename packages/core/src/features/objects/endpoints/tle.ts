import * as v from 'valibot'
import { groupElementSets, groupFeed } from '#features/objects/celestrak/element-sets'
import { findTleGroup, tleGroups } from '#features/objects/celestrak/tle-groups'
import type { ObjectsContext } from '#features/objects/context'
import type { ElementSet } from '#features/objects/elements/element-set'
import { OMM_TYPES, type OmmFormat, ommPieces } from '#features/objects/elements/omm-formats'
import { MAX_FIVE_DIGITS, selectForTle, toThreeLineText } from '#features/objects/elements/three-lines'
import { checkGroup, groupParameter } from '#features/objects/endpoints/group-parameter'
import { formatParameter, ommBodies } from '#features/objects/endpoints/omm-bodies'
import { assertPast, at, PAST_TTL_MS, pastValidity } from '#features/objects/history/past'
import { objectProblems } from '#features/objects/problems'
import { type CostClass, computed } from '#kernel/endpoint/cost'
import { derive } from '#kernel/endpoint/derive'
import type { Endpoint, EndpointCall, Reply } from '#kernel/endpoint/endpoint'
import { formatByAccept } from '#kernel/endpoint/negotiate'
import { optional } from '#kernel/endpoint/query-parameters'
import { type TextData, textEndpoint } from '#kernel/endpoint/text-endpoint'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { Problem } from '#kernel/kit/problem'
import { piecesOf } from '#kernel/kit/slices'
import { hours, iso } from '#kernel/kit/time'

/** Maximum number of catalogue numbers in a header. */
const MAX_OMITTED = 100

interface TleParameters {
  readonly group: string
  readonly format?: OmmFormat | undefined
  readonly alpha5?: 'omit' | undefined
  readonly at?: string | undefined
}

/** CPU time for groups with thousands of objects, in milliseconds. */
const MS_OF_LARGE_GROUPS: Readonly<Record<string, number>> = { active: 600, starlink: 400 }

function costOf({ params: { group, at } }: Pick<EndpointCall<ObjectsContext>, 'params'>): CostClass {
  return at === undefined ? 'shared' : computed(MS_OF_LARGE_GROUPS[String(group)] ?? 50)
}

const declaration = {
  path: '/v1/tle/{group}',
  operationId: 'getTleGroup',
  summary: 'TLE text of a named group',
  description:
    'Three lines per object: name, line 1, line 2. Catalogue numbers from 100000 to 339999 are written in ' +
    'Alpha-5. Objects with higher numbers, which TLEs cannot represent, and objects with invalid elements ' +
    'are omitted and listed in x-tle-omitted. With `alpha5=omit`, all numbers from 100000 are omitted. ' +
    'With `format`, the response has Orbit Mean-Elements Messages (CCSDS 502.0-B-3) with all digits and ' +
    'catalogue numbers of any length: json and csv as CelesTrak formats them, kvn and xml as complete ' +
    'messages. With `at`, the response has the members at that time, with their elements from the newest ' +
    'catalogue fetched by then. Members of a group are kept at night if the group was requested before.',
  tag: 'TLE',
  access: 'reference',
  cost: costOf,
  ttlMs: hours(6),
  parameters: {
    group: groupParameter('stations'),
  },
  queryParameters: {
    format: formatParameter('TLE', 'csv'),
    alpha5: optional(
      v.pipe(
        v.picklist(['omit']),
        v.description(
          'omit: leaves out six-digit catalogue numbers, for programs that do not support Alpha-5',
        ),
        v.examples(['omit']),
      ),
    ),
    at,
  },
  headers: { 'x-tle-count': 'Number of objects in the text' },
  problems: [objectProblems.group_not_found, objectProblems.elements_not_kept],
} as const

const endpoint = textEndpoint({
  ...declaration,
  source: {
    upstreams: [groupFeed],
    stored: true,
    async load(params: TleParameters, context) {
      const { value, source, fetchedAt } = await groupElementSets(groupName(params), context)
      const found = { elementSets: [...value.byNoradId.values()], missing: value.refusedIds, fetchedAt }
      return { data: toTextData(found, params), source, fetchedAt }
    },
  },
})

/** Not stored, as the catalogues are stored already. */
const earlier = textEndpoint({
  ...declaration,
  ttlMs: PAST_TTL_MS,
  source: {
    upstreams: [],
    stored: false,
    notFoundTtlMs: 0,
    async load(params: TleParameters, context: ObjectsContext) {
      const { readGroupAt } = await import('#features/objects/history/computations')
      const { source, catalogueAt, membersAt, ...found } = await readGroupAt(
        groupName(params),
        Date.parse(params.at as string),
        context,
      )
      await endOfTurn()
      const { headers, ...data } = toTextData({ ...found, fetchedAt: catalogueAt }, params)
      const known = { 'x-catalogue-fetched-at': iso(catalogueAt), 'x-members-fetched-at': iso(membersAt) }
      const read = { data: { ...data, headers: { ...headers, ...known } }, source }
      return { ...read, pulledAt: catalogueAt, ...pastValidity(context.now()) }
    },
  },
})

/** @throws Problem `group_not_found` */
function groupName({ group }: TleParameters): string {
  const name = findTleGroup(group)
  if (name === undefined) throw new Problem(objectProblems.group_not_found)
  return name
}

/** The element sets of a group, and the numbers of members without a usable set. */
interface FoundSets {
  readonly elementSets: readonly ElementSet[]
  readonly missing: readonly number[]
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

function toTextData(
  { elementSets, missing, fetchedAt }: FoundSets,
  { format, alpha5 }: TleParameters,
): TextData {
  const { represented, omitted } = format
    ? { represented: elementSets, omitted: [] }
    : selectForTle(elementSets, alpha5 === 'omit' ? MAX_FIVE_DIGITS : undefined)
  const text = format
    ? ommPieces(represented, format, iso(fetchedAt))
    : piecesOf(represented, '', toThreeLineText)
  const listed = [...omitted, ...missing].slice(0, MAX_OMITTED)
  const headers = {
    'x-tle-count': String(represented.length),
    ...(listed.length > 0 && { 'x-tle-omitted': listed.join(',') }),
  }
  return { text, type: format ? OMM_TYPES[format] : 'text/plain', headers }
}

/**
 * Serves a TLE group in three-line format, or as OMM. The lines are generated from the group's OMM, so
 * objects with six-digit catalogue numbers are included.
 */
export const tle: Endpoint<ObjectsContext> = {
  ...endpoint,
  known: { group: tleGroups },
  formatOf: formatByAccept({
    'text/plain': undefined,
    [OMM_TYPES.csv]: 'csv',
    [OMM_TYPES.json]: 'json',
    'application/json': 'json',
  }),
  check: checkGroup,
  success: {
    ...endpoint.success,
    content: { ...endpoint.success.content, ...ommBodies },
    optionalHeaders: {
      ...endpoint.success.optionalHeaders,
      'x-tle-omitted':
        'Catalogue numbers of omitted objects, comma-separated, at most 100: first objects whose number is ' +
        'too long (TLE only), then objects with invalid elements or, with `at`, objects in no catalogue; ' +
        'absent if there are none',
      'x-catalogue-fetched-at': 'Time at which the newest catalogue used was fetched',
      'x-members-fetched-at': 'Time at which the members were fetched',
    },
  },
  respond(call) {
    const { params, now } = call
    if (params['at'] === undefined) return derive(endpoint, call)
    assertPast(params['at'], now)
    return respondAt(call, Date.parse(String(params['at'])))
  },
}

/** Clients may request any instant. Instants with the same catalogues and members share one response. */
async function respondAt(call: EndpointCall<ObjectsContext>, atMs: number): Promise<Reply> {
  const { firstInstantLike } = await import('#features/objects/history/computations')
  const group = groupName(call.params as unknown as TleParameters)
  const at = iso(await firstInstantLike(group, atMs, call.context))
  return derive(earlier, call, { ...call.params, at })
}
