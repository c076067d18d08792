import { type Grid, type Hemisphere, hemisphereOf } from '#features/space-weather/grid/grid'
import { GRID_TYPES, type GridFormat, gridCsv, gridGeoJson } from '#features/space-weather/grid/grid-formats'
import { areasSchema, gridParameters } from '#features/space-weather/grid/grid-schemas'
import { snapshotKey } from '#kernel/endpoint/cached'
import { type DataEndpoint, dataEndpoint, type SchemaOf } from '#kernel/endpoint/data-endpoint'
import { derive, inForm } from '#kernel/endpoint/derive'
import type { Endpoint, ServedRepresentation } from '#kernel/endpoint/endpoint'
import { renderServed, servedIn } from '#kernel/endpoint/envelope'
import { formatByAccept } from '#kernel/endpoint/negotiate'
import { type Representation, renderBody, renderPieces, toJsonText } from '#kernel/endpoint/representation'
import { text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { inTurns } from '#kernel/kit/end-of-turn'
import type { MaybePromise } from '#kernel/kit/maybe-promise'

interface Axes {
  readonly latitude_deg: number[]
  readonly longitude_deg: number[]
}

/** How the payload of a grid is read and rendered in other formats. */
interface Reading<Data> {
  /** Member of the payload that contains the values; also the name of the column in CSV. */
  readonly values: string & keyof Data
  /** Minimum values of the GeoJSON areas, ascending. */
  readonly levels: readonly number[]
  /** Further properties of every area. */
  readonly properties: (data: Data) => Readonly<Record<string, unknown>>
}

/** Creates the endpoint of a grid: the whole Earth or a hemisphere, in the envelope, as CSV or as GeoJSON. */
export function gridEndpoint<const Path extends string, Data extends Axes>(
  declaration: Omit<DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>, 'tag' | 'access'>,
  reading: Reading<Data>,
) {
  const { values, levels } = reading
  const endpoint = dataEndpoint({
    ...declaration,
    tag: 'Space weather',
    access: 'optional_key',
    queryParameters: gridParameters,
  })
  return {
    ...endpoint,
    success: {
      ...endpoint.success,
      content: {
        ...endpoint.success.content,
        [GRID_TYPES.csv]: text(
          'A header, then one line per grid point',
          `latitude_deg,longitude_deg,${values}\n…`,
        ),
        [GRID_TYPES.geojson]: areasSchema(`min_${values}`, levels),
      },
      optionalHeaders: FRESHNESS_HEADERS,
    },
    formatOf: formatByAccept({
      [GRID_TYPES.json]: undefined,
      [GRID_TYPES.csv]: 'csv',
      [GRID_TYPES.geojson]: 'geojson',
    }),
    respond(call) {
      const { hemisphere, format = 'json' } = call.params as {
        readonly hemisphere?: Hemisphere
        readonly format?: GridFormat
      }
      if (format === 'json' && hemisphere === undefined) return derive(endpoint, call, {})
      const form = snapshotKey('', { format, hemisphere })
      const make = (original: Representation, reply: ServedRepresentation) =>
        render(reading, format, hemisphere, original, reply)
      const sign = signWith(call.context, endpoint, call.params)
      return derive(endpoint, call, {}, (reply) => inForm(reply, { form, make, sign }))
    },
  } satisfies Endpoint
}

function render<Data extends Axes>(
  { values, levels, properties }: Reading<Data>,
  format: GridFormat,
  hemisphere: Hemisphere | undefined,
  whole: Representation,
  { snapshot }: ServedRepresentation,
): MaybePromise<Representation> {
  const { source, data, ...times } = servedIn<Data>(whole)
  const all = gridIn(data, values)
  const grid = hemisphere ? hemisphereOf(all, hemisphere) : all
  if (format === 'json') {
    return renderServed({ ...times, source, data: { ...data, ...membersOf(grid, values) } }, false)
  }
  const { fetchedAt, validUntil } = snapshot
  const headers = freshnessHeaders({ source, fetchedAt, validUntil })
  const type = `${GRID_TYPES[format]}; charset=utf-8`
  if (format === 'csv') return renderPieces(gridCsv(grid, values), type, headers)
  const common = { ...properties(data), source }
  const making = gridGeoJson(grid, { property: `min_${values}`, levels, common })
  return inTurns(making).then((areas) => renderBody(toJsonText(areas), type, headers))
}

/** Returns the members of a payload for a grid; `values` is the name of the member with the values. */
export function membersOf<Name extends string>({ latitudesDeg, longitudesDeg, rows }: Grid, values: Name) {
  const members = {
    latitude_deg: [...latitudesDeg],
    longitude_deg: [...longitudesDeg],
    [values]: rows.map((row) => Array.from(row)),
  }
  return members as Axes & Record<Name, number[][]>
}

/** Returns the grid that is in a payload. */
export function gridIn<Data extends Axes>(data: Data, values: keyof Data): Grid {
  const { latitude_deg: latitudesDeg, longitude_deg: longitudesDeg } = data
  return { latitudesDeg, longitudesDeg, rows: data[values] as number[][] }
}
