import { DATASETS } from '#space-weather/hapi/datasets'
import { metadataEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { depth, references } from '#space-weather/hapi/parameters'
import { hapiCatalog } from '#space-weather/hapi/schemas'

/** Serves the list of datasets. */
export const catalog = metadataEndpoint({
  path: '/hapi/catalog',
  operationId: 'getHapiCatalog',
  summary: 'Datasets of the HAPI server',
  schema: hapiCatalog,
  queryParameters: {
    depth: depth.schema,
    resolve_references: references.schema,
  },
  read(query) {
    references.of(query)
    depth.of(query)
    return { key: {}, describe: () => ({ catalog: DATASETS.map(({ id, title }) => ({ id, title })) }) }
  },
})
