import { DATASETS } from '#features/hapi/datasets'
import { metadataEndpoint } from '#features/hapi/hapi-endpoint'
import { depth, references } from '#features/hapi/parameters'
import { hapiCatalog } from '#features/hapi/schemas'

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
