import * as v from 'valibot'
import { satcatCsv, toSatcatRecord } from '#catalogue/satcat/satcat-records'
import {
  CELESTRAK,
  gpFormatParameter,
  objectParameters,
  serveObjects,
} from '#compat/celestrak/celestrak-endpoint'
import { EXPECTED, readObjectQuery } from '#compat/celestrak/object-query'
import { compatEndpoint } from '#compat/compat-endpoint'
import { CompatRefusal } from '#compat/compat-refusal'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, orNull, quantity, text } from '#endpoint/schemas'

const path = '/satcat/records.php'
const FORMATS = ['JSON', 'JSON-PRETTY', 'CSV']

const none = (description: string) => v.pipe(v.null(), v.description(description), v.examples([null]))
const date = (description: string, example: string) => v.nullable(text(description, example))

const record = v.strictObject({
  OBJECT_NAME: text('Name in the public catalogue', 'ISS (ZARYA)'),
  OBJECT_ID: text('COSPAR designator, empty if there is none', '1998-067A'),
  NORAD_CAT_ID: count('Catalogue number', 25_544),
  OBJECT_TYPE: text('PAY, R/B, DEB or UNK', 'PAY'),
  OPS_STATUS_CODE: none('Not held'),
  OWNER: v.nullable(text('Code of the owner', 'ISS')),
  LAUNCH_DATE: date('Date of the launch', '1998-11-20'),
  LAUNCH_SITE: none('Not held'),
  DECAY_DATE: text('Date of the decay, empty for an object in orbit', ''),
  PERIOD: quantity('Period, minutes', 92.94),
  INCLINATION: quantity('Inclination, degrees', 51.63),
  APOGEE: quantity('Altitude of the apogee, km', 424),
  PERIGEE: quantity('Altitude of the perigee, km', 414),
  RCS: orNull(quantity('Radar cross-section, m²', 399.0524)),
  DATA_STATUS_CODE: none('Not held'),
  ORBIT_CENTER: text('EA: the Earth', 'EA'),
  ORBIT_TYPE: text('ORB: in orbit', 'ORB'),
})

const records = named(
  'SatcatRecords',
  v.pipe(v.array(named('SatcatRecord', record)), v.description('The records')),
)

/** Serves records of SATCAT at CelesTrak's path. */
export function satcatRecords(endpoints: () => readonly Endpoint[]): Endpoint {
  return compatEndpoint({
    ...CELESTRAK,
    path,
    operationId: 'getCelestrakSatcatRecords',
    summary: 'Records of SATCAT, as CelesTrak serves them',
    description:
      'For clients of CelesTrak. Objects in orbit only, as /NORAD/elements/gp.php finds them. OPS_STATUS_CODE, ' +
      'LAUNCH_SITE and DATA_STATUS_CODE are null; period, inclination and altitudes are those of the elements.',
    queryParameters: {
      ...objectParameters,
      FORMAT: gpFormatParameter(FORMATS.join(', '), 'JSON', 'JSON'),
    },
    exampleQuery: 'GROUP=stations&FORMAT=JSON',
    content: {
      'text/csv': null,
      'application/json': records,
    },
    isOnMirrors: false,
    refusals: { 404: 'No SATCAT records found', 400: EXPECTED },
    respond(query, call) {
      const objects = readObjectQuery(query)
      const format = (query.get('FORMAT') ?? 'JSON').toUpperCase()
      if (!FORMATS.includes(format))
        throw new CompatRefusal(400, `Invalid query: expected FORMAT, one of ${FORMATS.join(', ')}`)
      return serveObjects(path, { format }, objects, { call, endpoints: endpoints() }, (held) => {
        const found = held.objects.map(toSatcatRecord)
        if (format === 'CSV') return { text: satcatCsv(found), type: 'text/csv; charset=utf-8' }
        const text = `${JSON.stringify(found, null, format === 'JSON' ? 0 : 4)}\r\n`
        return { text, type: 'application/json; charset=utf-8' }
      })
    },
  })
}
