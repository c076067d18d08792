import { iso } from '#kit/time'
import { type Coverage, coverageOf } from '#space-weather/hapi/coverage'
import { TIME } from '#space-weather/hapi/datasets'
import { metadataEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { references, type Selected, selectedBy, selectionParameters } from '#space-weather/hapi/parameters'
import { FILL, TIME_LENGTH } from '#space-weather/hapi/records'
import { hapiInfo } from '#space-weather/hapi/schemas'
import { MAX_SPAN_DAYS } from '#space-weather/series/recorded-series'
import { providers } from '#upstreams/providers'

/** Serves the description of a dataset. */
export const info = metadataEndpoint({
  path: '/hapi/info',
  operationId: 'getHapiInfo',
  summary: 'Time, parameters and provenance of a HAPI dataset',
  schema: hapiInfo,
  queryParameters: {
    ...selectionParameters,
    resolve_references: references.schema,
  },
  read(query) {
    references.of(query)
    const selected = selectedBy(query)
    const { dataset, parameters } = selected
    return {
      key: { dataset: dataset.id, parameters: parameters.map(({ name }) => name) },
      describe: async (call) => describe(selected, await coverageOf(dataset.id, call)),
    }
  },
})

/** Of works of the US Government, which are in the public domain. */
const LICENCE_URL = 'https://www.usa.gov/government-works'

/** Describes the selected parameters of a dataset: the header of its data, without version and status. */
export function describe({ dataset, parameters }: Selected, coverage: Coverage) {
  const { startMs, stopMs, sample, labels } = coverage
  return {
    startDate: iso(startMs),
    stopDate: iso(stopMs),
    timeStampLocation: 'begin',
    cadence: dataset.cadence,
    ...(sample && { sampleStartDate: iso(sample.startMs), sampleStopDate: iso(sample.stopMs) }),
    maxRequestDuration: `P${MAX_SPAN_DAYS}D`,
    description: dataset.description,
    unitsSchema: 'udunits2',
    resourceURL: providers.swpc.origin,
    contact: providers.swpc.attribution,
    licenseURL: LICENCE_URL,
    datasetCitation: `${providers.swpc.attribution}: ${dataset.title}. ${providers.swpc.licence}.`,
    provenance: labels.join('; '),
    parameters: [
      { name: TIME, type: 'isotime', units: 'UTC', fill: null, length: TIME_LENGTH },
      ...parameters.map(({ name, units, ...more }) => ({ name, type: 'double', units, fill: FILL, ...more })),
    ],
  }
}
