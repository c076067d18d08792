import * as v from 'valibot'
import { launchYearFeed } from '#features/objects/celestrak/element-sets'
import type { ObjectsContext } from '#features/objects/context'
import { noradIdParameter } from '#features/objects/elements/object-data'
import { ommBodies, ommByAccept } from '#features/objects/endpoints/omm-bodies'
import {
  DEFAULT_SPAN_DAYS,
  type HistoryParams,
  historyData,
  historyFormats,
} from '#features/objects/history/history-schemas'
import { PAST_TTL_MS, pastValidity } from '#features/objects/history/past'
import { objectProblems } from '#features/objects/problems'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS } from '#kernel/endpoint/text-endpoint'
import { Problem } from '#kernel/kit/problem'

const path = '/v1/objects/{norad_id}/history'
const queryParameters = {
  from: optional(
    instantParameter(
      `Start of the span of epochs, inclusive; ${DEFAULT_SPAN_DAYS} days before to by default`,
      '2026-10-22',
    ),
  ),
  to: optional(instantParameter('End of the span of epochs, exclusive; open by default', '2026-11-21')),
  format: v.optional(
    v.pipe(
      v.picklist(historyFormats),
      v.description('OMM (json, csv, kvn, xml) or TLE with names (tle) instead of the envelope'),
      v.examples(['csv']),
    ),
  ),
}

const common = { path, ttlMs: PAST_TTL_MS, queryParameters, isSigned: true } as const

/** Serves the historical element sets of an object, from the catalogues kept each night. */
export const objectHistory = {
  ...common,
  method: 'GET',
  operationId: 'getObjectHistory',
  summary: 'Historical orbital elements of an object',
  description:
    'From the catalogues of at most 400 nights since the operator enabled keeping them. If no catalogue is ' +
    'kept, the response is 404 `elements_not_kept`. SATCAT fields are current, not historical.',
  tag: 'Objects',
  access: 'optional_key',
  cost: 'own',
  isMirrored: true,
  formatOf: ommByAccept,
  upstreams: [],
  jobUpstreams: [launchYearFeed],
  pathParameters: { norad_id: noradIdParameter },
  data: historyData,
  success: {
    status: 200,
    description: 'The elements of each epoch',
    content: { 'application/json': envelopeOf(historyData), ...ommBodies },
    optionalHeaders: FRESHNESS_HEADERS,
  },
  problems: [objectProblems.elements_not_kept],
  respond(call: EndpointCall<ObjectsContext>) {
    const { params, context } = call
    assertSpan(params)
    const load = async () => {
      const { renderHistory } = await import('#features/objects/history/computations')
      const times = pastValidity(context.now())
      return { ...(await renderHistory(params as unknown as HistoryParams, times, context)), ...times }
    }
    return readCached(call, snapshotKey(path, params), () => ({
      ttlMs: PAST_TTL_MS,
      cost: 'own',
      notFoundTtlMs: 0,
      load,
      sign: signWith(context, common, params),
    }))
  },
} satisfies TypedEndpoint<typeof path, v.InferOutput<typeof historyData>, ObjectsContext>

/** @throws Problem `invalid_parameter` */
function assertSpan({ from, to }: Readonly<Record<string, unknown>>): void {
  if (typeof from === 'string' && typeof to === 'string' && Date.parse(from) >= Date.parse(to))
    throw new Problem('invalid_parameter', { message: 'Invalid from: expected an instant before to.' })
}
