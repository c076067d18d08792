import { metadataEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { FORMATS } from '#space-weather/hapi/records'
import { hapiCapabilities } from '#space-weather/hapi/schemas'

/** Serves what the HAPI server can do. */
export const capabilities = metadataEndpoint({
  path: '/hapi/capabilities',
  operationId: 'getHapiCapabilities',
  summary: 'What the HAPI server can do',
  schema: hapiCapabilities,
  read: () => ({ key: {}, describe: () => ({ outputFormats: Object.keys(FORMATS) }) }),
})
