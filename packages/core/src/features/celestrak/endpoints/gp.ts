import * as v from 'valibot'
import {
  CELESTRAK,
  costOfObjects,
  gpFormatParameter,
  objectParameters,
  serveObjects,
} from '#features/celestrak/celestrak-endpoint'
import type { CelestrakContext } from '#features/celestrak/context'
import { findGpFormat, GP_FORMAT_NAMES } from '#features/celestrak/gp-formats'
import { EXPECTED, readObjectQuery } from '#features/celestrak/object-query'
import { OMM_TYPES } from '#features/objects/elements/omm-formats'
import { ommBodies } from '#features/objects/endpoints/omm-bodies'
import { compatEndpoint } from '#features/shared/compat/compat-endpoint'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'
import { optional } from '#kernel/endpoint/query-parameters'
import { named } from '#kernel/endpoint/schemas'

const path = '/NORAD/elements/gp.php'

/** The header that lists objects which a TLE cannot represent. */
export const OMITTED_HEADER = {
  'x-tle-omitted': 'TLE: catalogue numbers of omitted objects, comma-separated, at most 100',
}

/** CelesTrak's text if nothing is found. */
export const NO_DATA = 'No GP data found'

/** Serves element sets at CelesTrak's path. */
export const gp = compatEndpoint<CelestrakContext>({
  ...CELESTRAK,
  path,
  operationId: 'getCelestrakGp',
  summary: 'Element sets in CelesTrak’s form',
  description:
    'For clients of CelesTrak. Requires one of GROUP, CATNR, INTDES and NAME; names and values are ' +
    'case-insensitive. GROUP selects a group of /v1/tle. The other parameters search the active ' +
    'satellites and the catalogue of the last night. TLE formats omit objects with six-digit numbers, ' +
    'unless ALPHA5 is 1.',
  queryParameters: {
    ...objectParameters,
    FORMAT: gpFormatParameter(GP_FORMAT_NAMES, 'CSV', 'TLE'),
    ALPHA5: optional(
      v.pipe(
        v.picklist(['0', '1']),
        v.description('1 writes six-digit numbers in Alpha-5; an extension of this service'),
        v.examples(['1']),
      ),
    ),
  },
  exampleQuery: 'GROUP=stations&FORMAT=TLE',
  content: {
    'text/plain': null,
    'text/csv': null,
    'application/xml': null,
    'application/json': named('CelestrakGp', ommBodies[OMM_TYPES.json]),
  },
  optionalHeaders: OMITTED_HEADER,
  cost: costOfObjects,
  isOnMirrors: true,
  refusals: { 404: NO_DATA, 400: EXPECTED },
  respond(query, call) {
    const objects = readObjectQuery(query)
    const format = findGpFormat(query.get('FORMAT') ?? 'CSV')
    if (!format) throw new CompatRefusal(400, `Invalid query: expected FORMAT, one of ${GP_FORMAT_NAMES}`)
    const alpha5 = query.get('ALPHA5') ?? '0'
    if (alpha5 !== '0' && alpha5 !== '1') throw new CompatRefusal(400, 'Invalid query: expected ALPHA5=1')
    const hasAlpha5 = alpha5 === '1'
    const reading = { call, cost: costOfObjects(query) }
    return serveObjects(path, { format, hasAlpha5 }, objects, reading, async (held) =>
      (await import('#features/celestrak/late')).writeGp(held, format, hasAlpha5),
    )
  },
})
