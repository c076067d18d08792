import * as v from 'valibot'
import { count, named, orNull, text } from '#endpoint/schemas'

const VERSION = text('Version of the specification', '3.3')

const status = named(
  'HapiStatus',
  v.strictObject({
    code: count('Code of HAPI: 1200, 1201, 1400 to 1412, 1500 or 1501', 1_200),
    message: text('What the code means; the wording may change', 'OK'),
  }),
)

/** The members that every response in JSON has. */
const common = { HAPI: VERSION, status }

const time = (description: string, example = '2026-11-20T00:00:00.000Z') => text(description, example)

/** A refusal. */
export const hapiRefusal = named('HapiRefusal', v.strictObject(common))

const query = v.strictObject({
  dataset: text('Dataset', 'kp_3h'),
  start: time('First instant'),
  stop: time('End', '2026-11-21T00:00:00.000Z'),
  parameters: text('Parameters, separated by commas', 'Time,kp'),
})

export const hapiAbout = named(
  'HapiAbout',
  v.strictObject({
    ...common,
    id: text('Unique id of the server', 'Space-Data'),
    title: text('Name of the server', 'Space-Data'),
    contact: text('Who to ask about the server', 'The operator of this instance'),
    description: text('What it serves', 'Space weather'),
    dataTest: v.optional(
      v.pipe(
        v.strictObject({
          name: text('Name of the test', 'Recent values'),
          query: v.pipe(v.strictObject(query.entries), v.title('HapiTestQuery'), v.description('A request')),
        }),
        v.title('HapiDataTest'),
        v.description('A request that has data; absent while there are none'),
      ),
    ),
  }),
)

export const hapiCapabilities = named(
  'HapiCapabilities',
  v.strictObject({
    ...common,
    outputFormats: v.pipe(
      v.array(text('Format', 'csv')),
      v.description('Formats of data'),
      v.examples([['csv', 'binary', 'json']]),
    ),
  }),
)

export const hapiCatalog = named(
  'HapiCatalog',
  v.strictObject({
    ...common,
    catalog: v.pipe(
      v.array(
        named(
          'HapiDataset',
          v.strictObject({ id: text('Id', 'mag'), title: text('Title', 'Magnetic field') }),
        ),
      ),
      v.description('All datasets'),
    ),
  }),
)

const parameter = v.strictObject({
  name: text('Name', 'bz_gsm_nt'),
  type: text('Type of the values', 'double'),
  units: orNull(text('Units of UDUNITS-2; null without a dimension', 'nT')),
  fill: orNull(text('What stands for a missing value; null where none is missing', '-1e31')),
  length: v.optional(count('Characters of each time', 24)),
  label: v.optional(text('Label of an axis', 'Bz GSM')),
  description: v.optional(text('What it is', 'Northward component')),
  coordinateSystemName: v.optional(text('Coordinate system of a component', 'GSM')),
  vectorComponents: v.optional(text('Which component it is', 'z')),
})

const info = {
  ...common,
  startDate: time('Begin of the oldest day that is stored'),
  stopDate: time('End of today; newer records come until then', '2026-11-22T00:00:00.000Z'),
  timeStampLocation: text('What times are the instants of: the begin of each record', 'begin'),
  cadence: text('Time from one record to the next, ISO 8601', 'PT1M'),
  sampleStartDate: v.optional(time('Begin of a day with data')),
  sampleStopDate: v.optional(time('Its end', '2026-11-21T00:00:00.000Z')),
  maxRequestDuration: text('Longest span of a request, ISO 8601', 'P31D'),
  description: text('What the dataset is', 'Interplanetary magnetic field'),
  unitsSchema: text('Convention of the units', 'udunits2'),
  resourceURL: text('Where the provider has the data', 'https://services.swpc.noaa.gov'),
  contact: text('Who to ask about the data', 'Space Weather Prediction Center'),
  licenseURL: text('What the data may be used for', 'https://www.usa.gov/government-works'),
  datasetCitation: text(
    'How to cite the data',
    'Space Weather Prediction Center, Boulder, CO, NOAA, US Dept. of Commerce: Magnetic field at L1, 1 minute.',
  ),
  provenance: text('Feeds that record it, the best first', 'NOAA SWPC real-time solar wind (1 minute)'),
  parameters: v.pipe(
    v.array(named('HapiParameter', parameter)),
    v.description('Parameters in the order of the columns; time is first'),
  ),
}

export const hapiInfo = named('HapiInfo', v.strictObject(info))

export const hapiData = named(
  'HapiData',
  v.strictObject({
    ...info,
    format: text('Format of the records', 'json'),
    data: v.pipe(
      v.array(v.pipe(v.array(v.union([v.string(), v.number()])), v.description('Time, then the values'))),
      v.description('Records in the order of time'),
      v.examples([[['2026-11-21T12:34:00.000Z', 2.58, -0.84, -0.67, -2.31]]]),
    ),
  }),
)
