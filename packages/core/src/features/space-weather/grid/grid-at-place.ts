import { derivedEndpoint } from '#features/space-weather/derived-endpoint'
import type { Point } from '#features/space-weather/grid/grid'
import { computed } from '#kernel/endpoint/cost'
import type { DataEndpoint, SchemaOf, TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { placeParameters } from '#kernel/endpoint/place'
import { quantity } from '#kernel/endpoint/schemas'
import type { MaybePromise } from '#kernel/kit/maybe-promise'

/** Members of a payload for the location. */
export const placeMembers = {
  latitude_deg: quantity('Latitude of the location, degrees, rounded to 0.01°', 60.17, -90, 90),
  longitude_deg: quantity('Longitude of the location, degrees east, rounded to 0.01°', 24.94, -180, 180),
}

/** Conversion of a grid payload to the payload for a location. */
interface AtPlace<Grid, Data> {
  readonly grid: TypedEndpoint<string, Grid>
  /** Maximum age of the grid, in milliseconds. */
  readonly maxAgeMs: number
  readonly toData: (grid: Grid, place: Point, call: EndpointCall) => MaybePromise<Data>
}

/** Creates the endpoint of a grid at a location. Its responses are neither cached nor stored. */
export function gridAtPlace<const Path extends string, Grid, Data>(
  declaration: Pick<
    DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>,
    'path' | 'operationId' | 'summary' | 'description' | 'ttlMs' | 'data'
  >,
  { grid, maxAgeMs, toData }: AtPlace<Grid, Data>,
): TypedEndpoint<Path, Data> {
  return derivedEndpoint(
    {
      ...declaration,
      tag: 'Space weather',
      access: 'optional_key',
      cost: computed(50),
      queryParameters: placeParameters,
    },
    {
      whole: grid,
      maxAgeMs,
      toData(whole, call) {
        const { latitude, longitude } = call.params as {
          readonly latitude: number
          readonly longitude: number
        }
        return toData(whole, { latitudeDeg: latitude, longitudeDeg: longitude }, call)
      },
    },
  )
}
