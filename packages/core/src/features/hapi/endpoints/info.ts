import { type Coverage, coverageOf } from '#features/hapi/coverage'
import { TIME } from '#features/hapi/datasets'
import { FILL, TIME_LENGTH } from '#features/hapi/formats'
import { metadataEndpoint } from '#features/hapi/hapi-endpoint'
import { references, type Selected, selectedBy, selectionParameters } from '#features/hapi/parameters'
import { hapiInfo } from '#features/hapi/schemas'
import { maxSpanDays } from '#features/space-weather/series/recorded-series'
import { iso } from '#kernel/kit/time'
import { providers } from '#kernel/upstreams/providers'
import { joinLabels } from '#kernel/upstreams/source-label'

/** Serves the description of a dataset. */
export const info = metadataEndpoint({
  path: '/hapi/info',
  operationId: 'getHapiInfo',
  summary: 'Time, parameters and provenance of a HAPI dataset',
  cost: () => 'own',
  schema: hapiInfo,
  queryParameters: {
    ...selectionParameters,
    resolve_references: references.schema,
  },
  async read(query, call) {
    references.of(query)
    const selected = selectedBy(query)
    const { dataset, parameters } = selected
    const coverage = await coverageOf(dataset.id, call)
    return {
      // Includes the coverage, so that descriptions of one parameter and of all parameters always agree.
      key: { dataset: dataset.id, parameters: parameters.map(({ name }) => name), coverage },
      describe: () => describe(selected, coverage),
    }
  },
})

/** Licences of works of the US Government, which are in the public domain, and of GFZ's data. */
const LICENCE_URLS = {
  swpc: 'https://www.usa.gov/government-works',
  gfz: 'https://creativecommons.org/licenses/by/4.0/',
}

/** Describes the selected parameters of a dataset: the header of its data, without version and status. */
export function describe({ dataset, parameters }: Selected, coverage: Coverage) {
  const { startMs, stopMs, sample, labels } = coverage
  const by = dataset.id === 'kp_gfz' ? 'gfz' : 'swpc'
  const { origin, attribution, licence } = providers[by]
  return {
    startDate: iso(startMs),
    stopDate: iso(stopMs),
    timeStampLocation: 'begin',
    cadence: dataset.cadence,
    ...(sample && { sampleStartDate: iso(sample.startMs), sampleStopDate: iso(sample.stopMs) }),
    maxRequestDuration: `P${maxSpanDays(dataset.id)}D`,
    description: dataset.description,
    unitsSchema: 'udunits2',
    resourceURL: origin,
    contact: attribution,
    licenseURL: LICENCE_URLS[by],
    datasetCitation: `${attribution}: ${dataset.title}. ${licence}.`,
    provenance: joinLabels(labels),
    parameters: [
      { name: TIME, type: 'isotime', units: 'UTC', fill: null, length: TIME_LENGTH },
      ...parameters.map(({ name, units, ...more }) => ({ name, type: 'double', units, fill: FILL, ...more })),
    ],
  }
}
