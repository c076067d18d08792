import type { EndpointCall } from '#endpoint/endpoint'
import { INFO, TAGS } from '#endpoint/openapi/info'
import { iso } from '#kit/time'
import { coverageOf } from '#space-weather/hapi/coverage'
import { metadataEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { hapiAbout } from '#space-weather/hapi/schemas'

/** Serves who runs the HAPI server, and a request to test it with. */
export const about = metadataEndpoint({
  path: '/hapi/about',
  operationId: 'getHapiAbout',
  summary: 'About the HAPI server',
  schema: hapiAbout,
  read: () => ({
    key: {},
    describe: async (call) => {
      const { securityContact, sourceNote } = call.context.settings
      return {
        id: INFO.title,
        title: `${INFO.title} ${sourceNote}`.trim(),
        contact: securityContact ?? INFO.contact.name,
        description: TAGS['Space weather'],
        ...(await dataTest(call)),
      }
    },
  }),
})

async function dataTest(call: EndpointCall) {
  const { sample } = await coverageOf('kp_3h', call)
  if (!sample) return {}
  const [start, stop] = [iso(sample.startMs), iso(sample.stopMs)]
  const query = { dataset: 'kp_3h', start, stop, parameters: 'Time,kp' }
  return { dataTest: { name: 'Recent values', query } }
}
