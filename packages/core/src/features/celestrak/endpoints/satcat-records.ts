import * as v from 'valibot'
import {
  CELESTRAK,
  costOfObjects,
  gpFormatParameter,
  objectParameters,
  parameter,
  serveObjects,
} from '#features/celestrak/celestrak-endpoint'
import type { CelestrakContext } from '#features/celestrak/context'
import { EXPECTED, readObjectQuery } from '#features/celestrak/object-query'
import { isWhole, readSatcatSelection } from '#features/celestrak/satcat-selection'
import { cachedSatcat } from '#features/objects/celestrak/satcat'
import { compatEndpoint } from '#features/shared/compat/compat-endpoint'
import type { CompatQuery } from '#features/shared/compat/compat-query'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'
import { type CostClass, computed } from '#kernel/endpoint/cost'
import { count, named, orNull, quantity, text } from '#kernel/endpoint/schemas'

const path = '/satcat/records.php'
const FORMATS = ['JSON', 'JSON-PRETTY', 'CSV']

const code = (description: string, example: string) => v.nullable(text(description, example))

const flagParameter = (description: string) => parameter(description, '1', /^([01]|[Tt]rue|[Ff]alse)$/)

const record = v.strictObject({
  OBJECT_NAME: text('Name in the public catalogue', 'ISS (ZARYA)'),
  OBJECT_ID: text('COSPAR designator, empty if there is none', '1998-067A'),
  NORAD_CAT_ID: count('Catalogue number', 25_544),
  OBJECT_TYPE: text('PAY, R/B, DEB or UNK', 'PAY'),
  OPS_STATUS_CODE: code('Operational status: + - P B S X D or ?', '+'),
  OWNER: code('Code of the owner', 'ISS'),
  LAUNCH_DATE: code('Date of the launch', '1998-11-20'),
  LAUNCH_SITE: code('Code of the launch site', 'TYMSC'),
  DECAY_DATE: text('Date of the decay, empty for an object in orbit', ''),
  PERIOD: quantity('Period, minutes', 92.94),
  INCLINATION: quantity('Inclination, degrees', 51.63),
  APOGEE: quantity('Altitude of the apogee, km', 424),
  PERIGEE: quantity('Altitude of the perigee, km', 414),
  RCS: orNull(quantity('Radar cross-section, m²', 399.0524)),
  DATA_STATUS_CODE: v.pipe(v.null(), v.description('Not available'), v.examples([null])),
  ORBIT_CENTER: text('EA: the Earth', 'EA'),
  ORBIT_TYPE: text('ORB: in orbit', 'ORB'),
})

const records = named(
  'SatcatRecords',
  v.pipe(v.array(named('SatcatRecord', record)), v.description('The records')),
)

/** Serves records of SATCAT at CelesTrak's path. */
export const satcatRecords = compatEndpoint<CelestrakContext>({
  ...CELESTRAK,
  path,
  operationId: 'getCelestrakSatcatRecords',
  summary: 'SATCAT records in CelesTrak’s form',
  description:
    'For clients of CelesTrak. The response has only objects in orbit, selected as in ' +
    '/NORAD/elements/gp.php. DATA_STATUS_CODE is null. Period, inclination and altitudes are computed ' +
    'from the elements.',
  queryParameters: {
    ...objectParameters,
    FORMAT: gpFormatParameter(FORMATS.join(', '), 'JSON', 'JSON'),
    PAYLOADS: flagParameter('1: only payloads'),
    ACTIVE: flagParameter('1: only objects with an OPS_STATUS_CODE of + P B S or X'),
    ONORBIT: flagParameter('Has no effect: all objects are in orbit'),
    MAX: parameter('Maximum number of records', '500', /^[1-9]\d{0,6}$/),
  },
  exampleQuery: 'GROUP=stations&FORMAT=JSON',
  content: {
    'text/csv': null,
    'application/json': records,
  },
  cost,
  isOnMirrors: false,
  refusals: { 404: 'No SATCAT records found', 400: EXPECTED },
  respond(query, call) {
    const asked = readObjectQuery(query)
    const format = (query.get('FORMAT') ?? 'JSON').toUpperCase()
    if (!FORMATS.includes(format))
      throw new CompatRefusal(400, `Invalid query: expected FORMAT, one of ${FORMATS.join(', ')}`)
    const selection = readSatcatSelection(query)
    const form = { format, ...selection }
    return serveObjects(path, form, asked, { call, cost: cost(query) }, async ({ objects }) => {
      const { writeSatcat } = await import('#features/celestrak/late')
      return writeSatcat(objects, { ...selection, format }, await cachedSatcat(call.context))
    })
  },
})

/** The number of groups is small, but the number of selections from them is unbounded. */
function cost(query: CompatQuery): CostClass {
  return isWhole(readSatcatSelection(query)) ? costOfObjects(query) : computed(200)
}
