import { FORMATS } from '#features/hapi/formats'
import { metadataEndpoint } from '#features/hapi/hapi-endpoint'
import { hapiCapabilities } from '#features/hapi/schemas'

/** Serves the capabilities of the HAPI server. */
export const capabilities = metadataEndpoint({
  path: '/hapi/capabilities',
  operationId: 'getHapiCapabilities',
  summary: 'Capabilities of the HAPI server',
  schema: hapiCapabilities,
  read: () => ({ key: {}, describe: () => ({ outputFormats: Object.keys(FORMATS) }) }),
})
