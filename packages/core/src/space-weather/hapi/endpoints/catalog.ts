import * as v from 'valibot'
import { optional } from '#endpoint/query-parameters'
import { DATASETS } from '#space-weather/hapi/datasets'
import { metadataEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { referencesParameter } from '#space-weather/hapi/parameters'
import { checkReferences } from '#space-weather/hapi/query'
import { hapiCatalog } from '#space-weather/hapi/schemas'
import { HapiError } from '#space-weather/hapi/status'

/** Serves the list of datasets. */
export const catalog = metadataEndpoint({
  path: '/hapi/catalog',
  operationId: 'getHapiCatalog',
  summary: 'Datasets of the HAPI server',
  schema: hapiCatalog,
  queryParameters: {
    depth: optional(
      v.pipe(v.picklist(['dataset']), v.description('What to list: dataset'), v.examples(['dataset'])),
    ),
    resolve_references: referencesParameter,
  },
  read(query) {
    checkReferences(query)
    // HAPI 3.3.1 has a code of its own for this, which the schema of 3.3 does not allow.
    if ((query.get('depth') ?? 'dataset') !== 'dataset') throw new HapiError(1400, 'expected depth=dataset')
    return { key: {}, describe: () => ({ catalog: DATASETS.map(({ id, title }) => ({ id, title })) }) }
  },
})
