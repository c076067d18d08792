import type * as v from 'valibot'
import { groupFeed } from '#features/objects/celestrak/element-sets'
import { elementSet } from '#features/objects/celestrak/feeds'
import { objectElementSet } from '#features/objects/celestrak/object-element-set'
import { cachedSatcat, satcatFeed } from '#features/objects/celestrak/satcat'
import type { ObjectsContext } from '#features/objects/context'
import { fromElementMembers } from '#features/objects/elements/element-fields'
import { isSound, noradIdParameter, objectData, toObjectData } from '#features/objects/elements/object-data'
import { formatOmm, OMM_TYPES, type OmmFormat } from '#features/objects/elements/omm-formats'
import { formatParameter, ommBodies, ommByAccept } from '#features/objects/endpoints/omm-bodies'
import { assertPast, at, pastValidity } from '#features/objects/history/past'
import { objectProblems } from '#features/objects/problems'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { inForm } from '#kernel/endpoint/derived'
import type { Endpoint, Reply, ServedRepresentation } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import { type Representation, renderBody } from '#kernel/endpoint/representation'
import { named } from '#kernel/endpoint/schemas'
import { type Sign, signWith } from '#kernel/endpoint/signing/signed'
import type { Source } from '#kernel/endpoint/source'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { hours, iso } from '#kernel/kit/time'
import { toFeed } from '#kernel/upstreams/feed'

const source: Source<{ norad_id: number }, v.InferOutput<typeof objectData>, ObjectsContext> = {
  upstreams: [toFeed(elementSet), groupFeed, satcatFeed],
  stored: true,
  async load({ norad_id: noradId }, context, { account } = {}) {
    const { value, source, fetchedAt } = await objectElementSet({ noradId, isSound, account }, context)
    return { data: toObjectData(value, source, await cachedSatcat(context)), source, fetchedAt }
  },
}

const declaration = {
  path: '/v1/objects/{norad_id}',
  operationId: 'getObject',
  summary: 'Orbital elements of a catalogued object',
  description:
    'Returns the elements and values derived from them, in the envelope. With `format`, the response has ' +
    'only the elements, as an Orbit Mean-Elements Message (CCSDS 502.0-B-3) without an envelope. With ' +
    '`at`, the elements come from the newest catalogue with the object fetched in the 30 days before that ' +
    'time. SATCAT fields are current, not historical.',
  tag: 'Objects',
  access: 'optional_key',
  cost: 'own',
  ttlMs: hours(1),
  parameters: {
    norad_id: noradIdParameter,
  },
  queryParameters: {
    format: formatParameter('the envelope', 'xml'),
    at,
  },
  data: named('ObjectElements', objectData),
  problems: [objectProblems.object_not_found, objectProblems.elements_not_kept],
} as const

const endpoint = dataEndpoint({ ...declaration, source })

/** Not stored, as the catalogues are stored already. */
const earlier = dataEndpoint({
  ...declaration,
  source: {
    upstreams: [],
    stored: false,
    notFoundTtlMs: 0,
    async load(
      { norad_id, at }: { readonly norad_id: number; readonly at?: string },
      context: ObjectsContext,
    ) {
      const { readObjectAt } = await import('#features/objects/history/computations')
      const { set, catalogue } = await readObjectAt(norad_id, Date.parse(at as string), context)
      const { source, fetchedAt } = catalogue
      const elements = toObjectData(set, source, await cachedSatcat(context))
      const data = { ...elements, catalogue_fetched_at: iso(fetchedAt) }
      return { data, source, pulledAt: fetchedAt, ...pastValidity(context.now()) }
    },
  },
})

/**
 * Serves the orbital elements of one catalogued object and values derived from them, or only the elements as
 * OMM. A response that needed an upstream request counts against the quota even if the client receives a 304.
 */
export const objects = {
  ...endpoint,
  formatOf: ommByAccept,
  success: {
    ...endpoint.success,
    content: {
      ...endpoint.success.content,
      ...ommBodies,
    },
    optionalHeaders: FRESHNESS_HEADERS,
  },
  respond({ params: { format, ...params }, ...call }) {
    assertPast(params['at'], call.now)
    const served = params['at'] === undefined ? endpoint : earlier
    const reply = andThen(served.respond({ ...call, params }), countCacheMiss)
    if (format === undefined) return reply
    const sign = signWith(call.context, endpoint, { ...params, format })
    return andThen(reply, (found) => ('snapshot' in found ? asOmm(found, format as OmmFormat, sign) : found))
  },
} satisfies Endpoint<ObjectsContext>

/** Converts the enveloped response to OMM. The payload has all fields except one, which is 0 for SGP4. */
function asOmm(
  reply: ServedRepresentation,
  format: OmmFormat,
  sign: Sign | undefined,
): MaybePromise<ServedRepresentation> {
  const make = (whole: Representation, { snapshot }: ServedRepresentation) => {
    const served = servedIn<v.InferOutput<typeof objectData>>(whole)
    const { fetchedAt, validUntil } = snapshot
    const elements = fromElementMembers({ ...served.data, ephemeris_type: 0 })
    const text = formatOmm([elements], format, iso(fetchedAt))
    const times = freshnessHeaders({ source: served.source, fetchedAt, validUntil })
    return renderBody(text, `${OMM_TYPES[format]}; charset=utf-8`, times)
  }
  return inForm(reply, { form: format, make, sign })
}

function countCacheMiss(reply: Reply): Reply {
  return 'snapshot' in reply && reply.outcome === 'miss' ? { ...reply, isCounted: true } : reply
}
