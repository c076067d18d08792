import * as v from 'valibot'
import { objectProblems } from '#features/objects/problems'
import { assertInstants, MAX_DAYS_AWAY, MAX_POINTS } from '#features/passes/instants'
import {
  groundTrack,
  POSITION_FIELDS,
  POSITION_VALID_MS,
  positionsData,
} from '#features/passes/position-schemas'
import { skyEndpoint } from '#features/passes/sky-endpoint'
import { computed } from '#kernel/endpoint/cost'
import { altitudeParameter, placeParameters } from '#kernel/endpoint/place'
import { instantParameter, invalidParameter, optional } from '#kernel/endpoint/query-parameters'
import { toJsonText } from '#kernel/endpoint/representation'
import { named, text, wholeNumber } from '#kernel/endpoint/schemas'

const instants = `an instant within ${MAX_DAYS_AWAY} days of now`

/** Serves current, past and future positions of an object. */
export const objectPosition = skyEndpoint({
  path: '/v1/objects/{norad_id}/position',
  operationId: 'getObjectPosition',
  summary: 'Position of an object, and its direction from a location',
  description:
    'Computed by SGP4 from cached elements, without a query to a provider. The response has the current ' +
    `position, the position at a time, or at most ${MAX_POINTS} positions from \`start\` to \`stop\`. With ` +
    '`latitude` and `longitude`, it also has the direction of the object from that location, which is ' +
    'rounded to 0.01° and never logged. GeoJSON is a point, or the ground track, cut at the antimeridian. ' +
    'A current position is valid for 5 s. Positions at given times are valid until the elements are an ' +
    'hour old.',
  tag: 'Objects',
  access: 'optional_key',
  cost: computed(50),
  ttlMs: POSITION_VALID_MS,
  pathParameters: {
    norad_id: wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25_544),
  },
  queryParameters: {
    at: optional(
      instantParameter(`Time of the position, now by default; ${instants}`, '2026-11-21T12:34:00Z'),
    ),
    start: optional(
      instantParameter(`Time of the first position, with stop; ${instants}`, '2026-11-21T12:00:00Z'),
    ),
    stop: optional(
      instantParameter(`Time of the last position, with start; ${instants}`, '2026-11-21T13:30:00Z'),
    ),
    step: optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9][0-9]{0,4}[smh]$/),
        v.maxLength(6),
        v.description(
          'Interval between two positions, with start: a duration such as 10s, 5m or 1h; default 1m',
        ),
        v.examples(['1m']),
      ),
    ),
    latitude: optional(placeParameters.latitude),
    longitude: optional(placeParameters.longitude),
    ...altitudeParameter,
    format: optional(
      v.pipe(
        v.picklist(['json', 'csv', 'geojson']),
        v.description('Format, overriding the Accept header: json, csv or geojson'),
        v.examples(['geojson']),
      ),
    ),
  },
  data: named('ObjectPositions', positionsData),
  needsElements: true,
  problems: [objectProblems.object_not_found],
  check(params, now) {
    assertInstants(params, now)
    if ((params['latitude'] === undefined) !== (params['longitude'] === undefined))
      throw invalidParameter('latitude', 'latitude and longitude together')
  },
  compute: async (params, context) =>
    (await import('#features/passes/computations')).computePositions(params, context),
  forms: {
    csv: {
      type: 'text/csv',
      schema: text(
        'A header, then one line per position',
        'at,latitude_deg,…\n2026-11-21T12:34:00.000Z,48.1372,…\n',
      ),
      render: ({ positions }) =>
        [POSITION_FIELDS, ...positions.map((each) => POSITION_FIELDS.map((name) => each[name]))]
          .map((row) => `${row.join(',')}\n`)
          .join(''),
    },
    geojson: {
      type: 'application/geo+json',
      schema: groundTrack,
      async render({ positions, norad_id, name, elements_epoch }) {
        const { toGeoJson } = await import('#features/passes/computations')
        return toJsonText(toGeoJson(positions, { norad_id, name, elements_epoch }))
      },
    },
  },
})
