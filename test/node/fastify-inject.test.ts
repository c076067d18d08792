import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

test('requests without a socket, by the `inject` of Fastify, are served', async () => {
  const spaceData = createSpaceData({ base: '/space' })
  const listener = toNodeListener(spaceData)
  const app = fastify()
  app.get('/space/*', (request, reply) => {
    reply.hijack()
    listener(request.raw, reply.raw)
  })
  onTestFinished(async () => {
    await app.close()
    await spaceData.close()
  })
  const units = await app.inject('/space/ref/units')
  expect([units.statusCode, units.json().data.units.length > 0]).toEqual([200, true])
  const refused = await app.inject('/space/v1/space-weather/kp')
  expect([refused.statusCode, refused.json().error]).toEqual([401, 'missing_key'])
  const blocks = await app.inject('/space/v1/speedtest/down?bytes=100000')
  expect([blocks.statusCode, blocks.rawPayload.length]).toEqual([200, 100_000])
})
