import { FORMATS } from '#space-weather/hapi/formats'
import { metadataEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { hapiCapabilities } from '#space-weather/hapi/schemas'

/** Serves the capabilities of the HAPI server. */
export const capabilities = metadataEndpoint({
  path: '/hapi/capabilities',
  operationId: 'getHapiCapabilities',
  summary: 'Capabilities of the HAPI server',
  schema: hapiCapabilities,
  read: () => ({ key: {}, describe: () => ({ outputFormats: Object.keys(FORMATS) }) }),
})
