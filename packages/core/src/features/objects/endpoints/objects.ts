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
import { asText, derive, inForm } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { named } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import type { Source } from '#kernel/endpoint/source'
import { FRESHNESS_HEADERS } from '#kernel/endpoint/text-endpoint'
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
    return derive(served, { ...call, params }, params, (found) => {
      const reply = found.outcome === 'miss' ? { ...found, isCounted: true } : found
      if (format === undefined) return reply
      const sign = signWith(call.context, endpoint, { ...params, format })
      return inForm(reply, { form: String(format), make: asOmm(format as OmmFormat), sign })
    })
  },
} satisfies Endpoint<ObjectsContext>

/** Converts the payload to OMM. It has all fields except one, which is 0 for SGP4. */
const asOmm = (format: OmmFormat) =>
  asText<v.InferOutput<typeof objectData>>(OMM_TYPES[format], (data, { fetchedAt }) =>
    formatOmm([fromElementMembers({ ...data, ephemeris_type: 0 })], format, iso(fetchedAt)),
  )
