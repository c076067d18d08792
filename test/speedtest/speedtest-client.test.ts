import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test } from 'vitest'

/** The default measurements of @cloudflare/speedtest 1.14.1, without packet loss, which is not over HTTP. */
const MEASUREMENTS = [
  ['latency', 0, 2],
  ['download', 1e5, 1],
  ['latency', 0, 20],
  ['download', 1e5, 9],
  ['latency', 0, 2],
  ['download', 1e6, 8],
  ['latency', 0, 2],
  ['upload', 1e5, 8],
  ['latency', 0, 2],
  ['upload', 1e6, 6],
  ['latency', 0, 2],
  ['download', 1e7, 6],
  ['latency', 0, 2],
  ['upload', 1e7, 4],
  ['latency', 0, 2],
  ['download', 25e6, 4],
  ['latency', 0, 2],
  ['upload', 25e6, 4],
  ['latency', 0, 2],
  ['download', 1e8, 3],
  ['latency', 0, 2],
  ['upload', 5e7, 3],
  ['latency', 0, 2],
  ['download', 25e7, 2],
] as const

/** Reads Server-Timing as the client does. */
const SERVER_TIME = /(?:^|,\s*)cfReq(?:uest)?Dur(?:ation)?;\s*dur=([0-9.]+)/i

test('the Cloudflare client’s default measurements fit into one network’s limits', {
  timeout: 60_000,
}, async () => {
  const url = await serve()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  let [requests, down, up] = [0, 0, 0]
  for (const [kind, bytes, count] of MEASUREMENTS) {
    const body = kind === 'upload' ? '0'.repeat(bytes) : undefined
    for (let i = 0; i < count; i += 1) {
      const path = `/v1/speedtest/${body === undefined ? 'down' : 'up'}?bytes=${bytes}&measId=7`
      const { status, received, timing } = await ask(url + path, body, agent)
      expect([path, status]).toEqual([path, 200])
      expect(timing).toMatch(SERVER_TIME)
      if (body === undefined) expect(received).toBe(bytes)
      requests += 1
      if (body === undefined) down += bytes
      else up += bytes
    }
  }
  expect([down, up]).toEqual([969e6, 296.8e6])
  console.log(
    `FIGURE speed test: ${requests} requests, ${down / 1e6} MB down and ${up / 1e6} MB up, no refusal`,
  )
})

async function serve(): Promise<string> {
  const spaceData = createSpaceData()
  const server = createServer(toNodeListener(spaceData)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.close()
    await spaceData.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Answered {
  readonly status: number | undefined
  readonly received: number
  readonly timing: string
}

function ask(url: string, body: string | undefined, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8' }
    const asked = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.byteLength
      })
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, received, timing: String(headers['server-timing']) })
      })
    })
    asked.end(body)
  })
}
