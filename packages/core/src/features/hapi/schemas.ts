import * as v from 'valibot'
import { count, named, orNull, text } from '#kernel/endpoint/schemas'

const VERSION = text('Version of the specification', '3.3')

const status = named(
  'HapiStatus',
  v.strictObject({
    code: count('Code of HAPI: 1200, 1201, 1400 to 1412, 1500 or 1501', 1_200),
    message: text('Meaning of the code; the wording may change', 'OK'),
  }),
)

/** The members that every response in JSON has. */
const common = { HAPI: VERSION, status }

const time = (description: string, example = '2026-11-20T00:00:00.000Z') => text(description, example)

/** Response to a rejected request. */
export const hapiRefusal = named('HapiRefusal', v.strictObject(common))

const query = v.strictObject({
  dataset: text('Dataset', 'kp_3h'),
  start: time('Start of the span, inclusive'),
  stop: time('End', '2026-11-21T00:00:00.000Z'),
  parameters: text('Parameters, separated by commas', 'Time,kp'),
})

export const hapiAbout = named(
  'HapiAbout',
  v.strictObject({
    ...common,
    id: text('Unique id of the server', 'Space-Data'),
    title: text('Name of the server', 'Space-Data'),
    contact: text('Contact for questions about the server', 'The operator of this instance'),
    description: text('Contents of the server', 'Space weather'),
    dataTest: v.optional(
      v.pipe(
        v.strictObject({
          name: text('Name of the test', 'Recent values'),
          query: v.pipe(v.strictObject(query.entries), v.title('HapiTestQuery'), v.description('A request')),
        }),
        v.title('HapiDataTest'),
        v.description('A request that returns data; absent while there are no data'),
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
      v.description('Supported formats'),
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
  units: orNull(text('Unit by UDUNITS-2; null if dimensionless', 'nT')),
  fill: orNull(text('Fill value for a missing value; null if values are never missing', '-1e31')),
  length: v.optional(count('Length of each time in characters', 24)),
  label: v.optional(text('Label of an axis', 'Bz GSM')),
  description: v.optional(text('Description of the parameter', 'Northward component')),
  coordinateSystemName: v.optional(text('Coordinate system of a component', 'GSM')),
  vectorComponents: v.optional(text('Component of the vector', 'z')),
})

const info = {
  ...common,
  startDate: time('Start of the oldest stored day'),
  stopDate: time('End of the current day; new records are added until then', '2026-11-22T00:00:00.000Z'),
  timeStampLocation: text('Point of the record that its time refers to: the start', 'begin'),
  cadence: text('Time from one record to the next, ISO 8601', 'PT1M'),
  sampleStartDate: v.optional(time('Start of a day with data')),
  sampleStopDate: v.optional(time('End of that day', '2026-11-21T00:00:00.000Z')),
  maxRequestDuration: text('Longest span of a request, ISO 8601', 'P31D'),
  description: text('Description of the dataset', 'Interplanetary magnetic field'),
  unitsSchema: text('Convention of the units', 'udunits2'),
  resourceURL: text('Page of the provider about the data', 'https://services.swpc.noaa.gov'),
  contact: text('Contact for questions about the data', 'Space Weather Prediction Center'),
  licenseURL: text('Licence of the data', 'https://www.usa.gov/government-works'),
  datasetCitation: text(
    'How to cite the data',
    'Space Weather Prediction Center, Boulder, CO, NOAA, US Dept. of Commerce: Magnetic field at L1, 1 minute.',
  ),
  provenance: text(
    'Feeds that record the dataset, the best first',
    'NOAA SWPC real-time solar wind (1 minute)',
  ),
  parameters: v.pipe(
    v.array(named('HapiParameter', parameter)),
    v.description('Parameters in the order of the columns; time comes first'),
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
