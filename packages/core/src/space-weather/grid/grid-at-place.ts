import type * as v from 'valibot'
import { type DataEndpoint, described, type TypedEndpoint } from '#endpoint/data-endpoint'
import { inForm } from '#endpoint/derived'
import type { EndpointCall } from '#endpoint/endpoint'
import { envelopeOf, renderServed, servedIn } from '#endpoint/envelope'
import { placeParameters } from '#endpoint/place'
import type { Representation } from '#endpoint/representation'
import { quantity } from '#endpoint/schemas'
import { signWith } from '#endpoint/signing/signed'
import { andThen, type MaybePromise } from '#kit/maybe-promise'
import type { Point } from '#space-weather/grid/grid'

/** The place in a payload. */
export const placeMembers = {
  latitude_deg: quantity('Latitude of the place, degrees, rounded to 0.01°', 60.17, -90, 90),
  longitude_deg: quantity('Longitude of the place, degrees east, rounded to 0.01°', 24.94, -180, 180),
}

/** How the payload of a place is made of that of a grid. */
interface AtPlace<Grid extends v.GenericSchema, Data extends v.GenericSchema> {
  readonly grid: TypedEndpoint<string, Grid>
  /** How old the grid may be, in milliseconds. */
  readonly maxAgeMs: number
  readonly toData: (
    grid: v.InferOutput<Grid>,
    place: Point,
    call: EndpointCall,
  ) => MaybePromise<v.InferOutput<Data>>
}

/**
 * Creates the endpoint of a grid at a place. What it serves is made of the response to the whole grid and
 * kept no longer than that, so that neither the cache nor the store has a place.
 */
export function gridAtPlace<
  const Path extends string,
  Grid extends v.GenericSchema,
  Data extends v.GenericSchema,
>(
  declaration: Pick<
    DataEndpoint<Record<never, never>, Data, Path>,
    'path' | 'operationId' | 'summary' | 'description' | 'ttlMs' | 'data'
  >,
  { grid, maxAgeMs, toData }: AtPlace<Grid, Data>,
): TypedEndpoint<Path, Data> {
  const { path, data, summary } = declaration
  const common = described({
    ...declaration,
    tag: 'Space weather',
    access: 'optional_key',
    queryParameters: placeParameters,
    source: { upstreams: grid.upstreams, stored: true, maxAgeMs },
  })
  return {
    ...common,
    path,
    data,
    success: { status: 200, description: summary, content: { 'application/json': envelopeOf(data) } },
    respond(call) {
      const { latitude, longitude } = call.params as { readonly latitude: number; readonly longitude: number }
      const place = { latitudeDeg: latitude, longitudeDeg: longitude }
      const make = (whole: Representation) => {
        const served = servedIn<v.InferOutput<Grid>>(whole)
        return andThen(toData(served.data, place, call), (data) => renderServed({ ...served, data }, true))
      }
      const sign = signWith(call.context, common, call.params)
      return andThen(grid.respond({ ...call, params: {} }), (reply) =>
        'snapshot' in reply ? inForm(reply, { form: `at ${latitude} ${longitude}`, make, sign }) : reply,
      )
    },
  }
}
