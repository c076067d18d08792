import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStream } from '../support/open-stream.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stoppedClock, testService } from '../support/service.ts'

/** A server on Node, whose streams of both kinds a client may open and leave. */
async function serveStreams() {
  const { spaceData, key } = await testService({}, stoppedClock(Date.now()))
  const server = createServer(toNodeListener(spaceData))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    return spaceData.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (path: string) => openStream(origin + path, key)
}

const VALUES = '/v1/space-weather/stream?series=kp,bz'

test('a client that leaves a stream of values makes room for another, of either kind', async () => {
  const open = await serveStreams()
  const streams: Awaited<ReturnType<typeof open>>[] = []
  for (let i = 0; i < 5; i += 1) streams.push(await open(VALUES), await open('/v1/alerts/stream'))
  expect(streams.map(({ status }) => status)).toEqual(new Array(10).fill(200))
  await vi.waitFor(() => expect(streams[0]?.received()).toMatch(/\nid: bz@\S+,kp@\S+\n/), PATIENCE_MS)
  for (const path of [VALUES, '/v1/alerts/stream']) expect((await open(path)).status).toBe(429)
  streams[0]?.leave()
  streams[2]?.leave()
  for (const path of [VALUES, '/v1/alerts/stream'])
    await vi.waitFor(async () => expect((await open(path)).status).toBe(200), PATIENCE_MS)
  expect((await open(VALUES)).status).toBe(429)
})
