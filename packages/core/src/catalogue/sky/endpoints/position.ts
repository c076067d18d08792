import * as v from 'valibot'
import { groupFeed } from '#catalogue/celestrak/element-sets'
import { groundTrack, toGeoJson } from '#catalogue/sky/ground-track'
import { heldObjects, notHeld } from '#catalogue/sky/held-object'
import { assertInstants, instantsOf, MAX_DAYS_AWAY, MAX_POINTS } from '#catalogue/sky/instants'
import { placeOf } from '#catalogue/sky/place-parameters'
import { createPositions, POSITION_FIELDS, position } from '#catalogue/sky/positions'
import { skyEndpoint } from '#catalogue/sky/sky-endpoint'
import { altitudeParameter, placeParameters } from '#endpoint/place'
import { instantParameter, optional } from '#endpoint/query-parameters'
import { toJsonText } from '#endpoint/representation'
import { count, instant, named, sourceLabel, text, wholeNumber } from '#endpoint/schemas'
import { Problem } from '#kit/problem'
import { iso, seconds } from '#kit/time'

const data = v.strictObject({
  norad_id: count('Catalogue number of the object', 25_544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  elements_epoch: instant('Epoch of the elements: positions are the less exact the farther they are from it'),
  count: count('Number of positions', 1),
  positions: v.pipe(
    v.array(named('ObjectPosition', position)),
    v.description('Positions, ascending in time; they end where the object decays'),
  ),
  as_of: instant('Instant of the first position'),
  source: sourceLabel('CelesTrak GP element set'),
})

type Data = v.InferOutput<typeof data>

/** How long the position of now is given. */
const VALID_MS = seconds(5)
const instants = `an instant within ${MAX_DAYS_AWAY} days of now`

/** Serves where an object is, was or will be. */
export const objectPosition = skyEndpoint({
  path: '/v1/objects/{norad_id}/position',
  operationId: 'getObjectPosition',
  summary: 'Where an object is, and where it is seen from a place',
  description:
    'By SGP4 from the elements that are held, without a query to a provider. Now, at an instant, or from `start` to ' +
    `\`stop\` with at most ${MAX_POINTS} positions. With \`latitude\` and \`longitude\` also where the object is seen ` +
    'from there; the place is rounded to 0.01° and never logged. GeoJSON is a point, or the ground track, cut at ' +
    'the antimeridian. A position is valid for 5 s; those of given instants until the elements are an hour old.',
  tag: 'Objects',
  access: 'key',
  ttlMs: VALID_MS,
  pathParameters: {
    norad_id: wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25_544),
  },
  queryParameters: {
    at: optional(instantParameter(`Instant, now by default; ${instants}`, '2026-11-21T12:34:00Z')),
    start: optional(instantParameter(`First instant, with stop; ${instants}`, '2026-11-21T12:00:00Z')),
    stop: optional(instantParameter(`Last instant, with start; ${instants}`, '2026-11-21T13:30:00Z')),
    step: optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9][0-9]{0,4}[smh]$/),
        v.maxLength(6),
        v.description('Time between two positions, with start: such as 10s, 5m or 1h; default 1m'),
        v.examples(['1m']),
      ),
      '1m',
    ),
    latitude: optional(placeParameters.latitude),
    longitude: optional(placeParameters.longitude),
    ...altitudeParameter,
    format: optional(
      v.pipe(
        v.picklist(['json', 'csv', 'geojson']),
        v.description('Format, instead of by Accept: json, csv or geojson'),
        v.examples(['geojson']),
      ),
    ),
  },
  data: named('ObjectPositions', data),
  upstreams: [groupFeed],
  problems: ['object_not_found'],
  check(params, now) {
    assertInstants(params, now)
    if ((params['latitude'] === undefined) !== (params['longitude'] === undefined))
      throw new Problem('invalid_parameter', {
        message: 'Invalid latitude: expected latitude and longitude together.',
      })
  },
  async compute(params, context) {
    const now = context.now()
    const held = await heldObjects([Number(params['norad_id'])], context)
    const { source, fetchedAt, usedUntil } = held
    const [object] = held.objects
    if (!object) throw notHeld()
    const positionAt = createPositions(object.track, placeOf(params))
    const positions: Data['positions'] = []
    for (const at of instantsOf(params, now)) {
      const position = positionAt(at)
      if (!position) break
      positions.push(position)
    }
    const [first] = positions
    if (!first) throw notHeld()
    const { noradId, name, epoch } = object.elements
    const isOfNow = params['at'] === undefined && params['start'] === undefined
    return {
      data: {
        norad_id: noradId,
        name,
        elements_epoch: iso(Date.parse(epoch)),
        count: positions.length,
        positions,
        as_of: first.at,
        source,
      },
      source,
      fetchedAt,
      validUntil: isOfNow ? now + VALID_MS : usedUntil,
    }
  },
  forms: {
    csv: {
      type: 'text/csv',
      schema: text(
        'A header, and a line for each position',
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
      render: ({ positions, norad_id, name, elements_epoch }) =>
        toJsonText(toGeoJson(positions, { norad_id, name, elements_epoch })),
    },
  },
})
