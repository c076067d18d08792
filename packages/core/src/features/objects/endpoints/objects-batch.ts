import * as v from 'valibot'
import { groupFeed } from '#features/objects/celestrak/element-sets'
import { findObjects } from '#features/objects/celestrak/find-objects'
import { heldElementSets } from '#features/objects/celestrak/held-element-sets'
import { cachedSatcat, satcatFeed } from '#features/objects/celestrak/satcat'
import type { ObjectsContext } from '#features/objects/context'
import { isSound, objectData, toObjectData } from '#features/objects/elements/object-data'
import { assertPast, at, pastValidity } from '#features/objects/history/past'
import { objectProblems } from '#features/objects/problems'
import { computed } from '#kernel/endpoint/cost'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { derive } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { invalidParameter, optional } from '#kernel/endpoint/query-parameters'
import { count, named, sourceLabel } from '#kernel/endpoint/schemas'
import type { Source } from '#kernel/endpoint/source'
import { hours, iso } from '#kernel/kit/time'
import { joinLabels } from '#kernel/upstreams/source-label'

const MAX_IDS = 100
/** Maximum number of objects that a search lists. */
const MAX_FOUND = 50

const data = v.strictObject({
  count: count('Number of objects in the list', 2),
  matched: count(`Number of objects that match; a search lists the first ${MAX_FOUND}`, 2),
  objects: v.pipe(
    v.array(named('ObjectElements', objectData)),
    v.description(
      'Objects whose elements are cached, ascending by norad_id; of a search, exact matches first, then ' +
        'names that begin with the word',
    ),
  ),
  missing: v.pipe(
    v.array(count('Catalogue number', 99_999)),
    v.description(
      'Requested catalogue numbers without cached elements or, with `at`, without kept elements, ' +
        'ascending; the objects may exist nevertheless',
    ),
    v.examples([[]]),
  ),
  source: sourceLabel('CelesTrak GP element set'),
})

/**
 * Catalogue numbers, sorted and without duplicates, so that the same objects always have the same cache key.
 */
const ids = v.pipe(
  v.string(),
  v.transform((list) => [...new Set(list.split(','))].sort((a, b) => Number(a) - Number(b)).join(',')),
  v.string(),
  v.regex(new RegExp(`^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,${MAX_IDS - 1}}$`)),
  v.description(
    `Catalogue numbers, instead of a search: 1 to ${MAX_IDS}, separated by commas, each with 1 to 9 digits and without a sign ` +
      'or leading zeros; duplicates count once',
  ),
  v.examples(['20580,25544']),
)

const name = v.pipe(
  v.string(),
  v.transform((part) => part.trim().toUpperCase()),
  v.string(),
  v.regex(/^[ -~]{2,60}$/),
  v.description('Part of a name, case-insensitive: 2 to 60 characters'),
  v.examples(['hubble']),
)

const designator = v.pipe(
  v.string(),
  v.transform((text) => text.trim().toUpperCase()),
  v.string(),
  v.regex(/^[0-9]{4}-[0-9]{3}[A-Z]{0,3}$/),
  v.description('International designator: a launch such as 1998-067, or an object such as 1998-067A'),
  v.examples(['1998-067']),
)

const source: Source<unknown, v.InferOutput<typeof data>, ObjectsContext> = {
  upstreams: [groupFeed, satcatFeed],
  // There are too many lists to store each of them. The element sets are stored.
  stored: false,
  async load(params, context) {
    const { ids, ...search } = params as { readonly ids?: string; readonly name?: string }
    const noradIds = ids?.split(',').map(Number)
    const { found, searched } = noradIds
      ? await heldElementSets(noradIds, context)
      : await findObjects(search, context)
    const satcat = await cachedSatcat(context)
    const objects = (noradIds ? found : found.slice(0, MAX_FOUND))
      .filter(({ value }) => isSound(value))
      .map(({ value, source }) => toObjectData(value, source, satcat))
    if (noradIds) objects.sort((a, b) => a.norad_id - b.norad_id)
    const listed = new Set(objects.map(({ norad_id }) => norad_id))
    const missing = noradIds?.filter((noradId) => !listed.has(noradId)) ?? []
    const matched = noradIds ? objects.length : found.length
    const used = found.length > 0 ? found : searched
    const source = joinLabels(used.map((each) => each.source))
    const fetchedAt = Math.min(...searched.map((each) => each.fetchedAt))
    return { data: { count: objects.length, matched, objects, missing, source }, source, fetchedAt }
  },
}

/** Elements as known at an earlier time are read from catalogues that are stored already. */
const earlierSource: typeof source = {
  upstreams: [],
  stored: false,
  notFoundTtlMs: 0,
  async load(params, context) {
    const { ids, at } = params as { readonly ids: string; readonly at: string }
    const noradIds = ids.split(',').map(Number)
    const { readObjectsAt } = await import('#features/objects/history/computations')
    const found = await readObjectsAt(noradIds, Date.parse(at), context)
    const satcat = await cachedSatcat(context)
    const objects = noradIds.flatMap((noradId) => {
      const { set, catalogue } = found.get(noradId) ?? {}
      if (!set || !catalogue || !isSound(set)) return []
      const elements = toObjectData(set, catalogue.source, satcat)
      return [{ ...elements, catalogue_fetched_at: iso(catalogue.fetchedAt) }]
    })
    const listed = new Set(objects.map(({ norad_id }) => norad_id))
    const missing = noradIds.filter((noradId) => !listed.has(noradId))
    const source = joinLabels([...found.values()].map(({ catalogue }) => catalogue.source))
    const data = { count: objects.length, matched: objects.length, objects, missing, source }
    const pulledAt = Math.max(...[...found.values()].map(({ catalogue }) => catalogue.fetchedAt))
    return { data, source, pulledAt, ...pastValidity(context.now()) }
  },
}

const declaration = {
  path: '/v1/objects',
  operationId: 'listObjects',
  summary: 'Orbital elements of several catalogued objects, by number or by a search',
  description:
    `Up to ${MAX_IDS} objects in one request, which counts once. The list contains active satellites, and ` +
    'other objects whose elements this service has fetched within the last hour. All other objects are in ' +
    'missing, as this endpoint sends no queries for single objects; request them at ' +
    '/v1/objects/{norad_id}. With `at`, the elements of each object come from the newest catalogue fetched ' +
    `in the 30 days before that time. SATCAT fields are current, not historical. Without \`ids\`, up to ` +
    `${MAX_FOUND} objects that match \`name\` and \`designator\`.`,
  tag: 'Objects',
  access: 'optional_key',
  cost: computed(50),
  ttlMs: hours(1),
  queryParameters: { ids: optional(ids), name: optional(name), designator: optional(designator), at },
  data: named('ObjectList', data),
  problems: ['upstream_invalid', 'upstream_unavailable', objectProblems.elements_not_kept],
} as const

const newest = dataEndpoint({ ...declaration, source })
const earlier = dataEndpoint({ ...declaration, source: earlierSource })

/** Serves the elements of up to 100 objects, or of those found by a search, from cached sets. */
export const objectBatch = {
  ...newest,
  isMirrored: true,
  respond(call) {
    const { ids, name, designator, at } = call.params
    if (ids !== undefined && (name ?? designator) !== undefined)
      throw invalidParameter('ids', 'either ids, or name and designator')
    if (at !== undefined && ids === undefined) throw invalidParameter('at', 'ids with at')
    assertPast(at, call.now)
    return derive(at === undefined ? newest : earlier, call)
  },
} satisfies Endpoint<ObjectsContext>
