import * as v from 'valibot'
import { satcatCsv, toSatcatRecord } from '#catalogue/satcat/satcat-records'
import { CELESTRAK, objectParameters, parameter, serveObjects } from '#compat/celestrak/celestrak-endpoint'
import { EXPECTED, readObjectQuery } from '#compat/celestrak/object-query'
import { compatEndpoint } from '#compat/compat-endpoint'
import { CompatRefusal } from '#compat/compat-refusal'
import type { Endpoint } from '#endpoint/endpoint'

const path = '/satcat/records.php'
const FORMATS = ['JSON', 'JSON-PRETTY', 'CSV']

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
      FORMAT: parameter(`One of ${FORMATS.join(', ')}; JSON by default`, 'JSON'),
    },
    exampleQuery: 'GROUP=stations&FORMAT=JSON',
    content: {
      'text/csv': null,
      'application/json': v.pipe(v.array(v.looseObject({})), v.description('The records')),
    },
    isOnMirrors: false,
    refusals: { 404: 'No SATCAT records found', 400: EXPECTED },
    respond(query, call) {
      const objects = readObjectQuery(query)
      const format = (query.get('FORMAT') ?? 'JSON').toUpperCase()
      if (!FORMATS.includes(format))
        throw new CompatRefusal(400, `Invalid query: expected FORMAT, one of ${FORMATS.join(', ')}`)
      return serveObjects(path, { format }, objects, { call, endpoints: endpoints() }, (held) => {
        const records = held.objects.map(toSatcatRecord)
        if (format === 'CSV') return { text: satcatCsv(records), type: 'text/csv; charset=utf-8' }
        const text = `${JSON.stringify(records, null, format === 'JSON' ? 0 : 4)}\r\n`
        return { text, type: 'application/json; charset=utf-8' }
      })
    },
  })
}
