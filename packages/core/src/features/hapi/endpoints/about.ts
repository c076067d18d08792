import { coverageOf } from '#features/hapi/coverage'
import { metadataEndpoint } from '#features/hapi/hapi-endpoint'
import { hapiAbout } from '#features/hapi/schemas'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { SERVICE } from '#kernel/kit/service-name'
import { iso } from '#kernel/kit/time'

/** Serves the operator of the HAPI server, and a request for testing it. */
export const about = metadataEndpoint({
  path: '/hapi/about',
  operationId: 'getHapiAbout',
  summary: 'About the HAPI server',
  schema: hapiAbout,
  read: (_, call) => ({
    key: {},
    describe: async () => {
      const { securityContact, sourceNote } = call.context.settings
      return {
        id: SERVICE.title,
        title: `${SERVICE.title} ${sourceNote}`.trim(),
        contact: securityContact ?? SERVICE.operator,
        description: 'Live measurements of the Sun, the solar wind and the planetary K index',
        ...(await dataTest(call)),
      }
    },
  }),
})

async function dataTest(call: EndpointCall<SpaceWeatherContext>) {
  const { sample } = await coverageOf('kp_3h', call)
  if (!sample) return {}
  const [start, stop] = [iso(sample.startMs), iso(sample.stopMs)]
  const query = { dataset: 'kp_3h', start, stop, parameters: 'Time,kp' }
  return { dataTest: { name: 'Recent values', query } }
}
