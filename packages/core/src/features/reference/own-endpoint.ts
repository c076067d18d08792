import type * as v from 'valibot'
import { createOpenApi } from '#features/reference/openapi/document'
import {
  type DataEndpoint,
  dataEndpoint as declareData,
  type TypedEndpoint,
} from '#kernel/endpoint/data-endpoint'
import type { Endpoint, Parameters } from '#kernel/endpoint/endpoint'
import { textEndpoint as declareText, type TextEndpoint } from '#kernel/endpoint/text-endpoint'

/**
 * Creates a GET endpoint that responds with `data` in the envelope, read through the snapshot cache.
 * @example
 * import { dataEndpoint, fromFeed, hours, named, quantity, upstream } from '@space-data/core/endpoint'
 * import * as v from 'valibot'
 *
 * const spots = upstream({
 *   id: 'swpc-spots',
 *   provider: 'swpc',
 *   label: 'sunspots',
 *   target: () => '/json/spots.json',
 *   probeParams: undefined,
 *   parse: (body) => v.parse(v.object({ spots: v.number() }), JSON.parse(body)).spots,
 *   newestAt: () => null,
 *   cadenceMs: hours(24),
 * })
 *
 * export const sunspots = dataEndpoint({
 *   path: '/v1/solar/spots',
 *   operationId: 'getSpots',
 *   summary: 'Sunspots',
 *   tag: 'Sun',
 *   access: 'key',
 *   ttlMs: hours(1),
 *   data: named('Spots', v.strictObject({ spots: quantity('Number of spots', 12, 0) })),
 *   source: fromFeed(spots, (count) => ({ spots: count })),
 * })
 */
export function dataEndpoint<
  const Path extends string,
  Schema extends v.GenericSchema,
  Params extends Parameters = Record<never, never>,
>(declaration: DataEndpoint<Params, Schema, Path>): TypedEndpoint<Path, v.InferOutput<Schema>> {
  return { ...declareData(declaration), describe: createOpenApi }
}

/**
 * Creates a GET endpoint that responds with text; provenance and validity are in headers, not in an
 * envelope.
 */
export function textEndpoint<Path extends Parameters>(declaration: TextEndpoint<Path>): Endpoint {
  return { ...declareText(declaration), describe: createOpenApi }
}
