import { FORMATS } from '#endpoints/hapi/data'
import { metadataEndpoint } from '#endpoints/hapi/hapi-endpoint'
import { hapiCapabilities } from '#endpoints/hapi/schemas'

/** Serves what the HAPI server can do. */
export const capabilities = metadataEndpoint({
  path: '/hapi/capabilities',
  operationId: 'getHapiCapabilities',
  summary: 'What the HAPI server can do',
  schema: hapiCapabilities,
  read: () => ({ key: {}, describe: () => ({ outputFormats: Object.keys(FORMATS) }) }),
})
