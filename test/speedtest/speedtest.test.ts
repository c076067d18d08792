import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memory, type WholeSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { plenty, stoppedClock, testService } from '../support/service.ts'

const MARKERS = { 'timing-allow-origin': '*', 'cache-control': 'no-store' }

test('ping is 204 and reports its duration', async () => {
  const { ask } = await testService()
  const { status, headers } = await ask('GET', '/v1/speedtest/ping')
  expect(status).toBe(204)
  for (const [name, value] of Object.entries(MARKERS)) expect(headers.get(name)).toBe(value)
  expect(headers.get('server-timing')).toMatch(/^app;dur=[\d.]+, cfRequestDuration;dur=[\d.]+$/)
})

test('down sends exactly the requested number of bytes, 100,000 by default', async () => {
  const { spaceData } = await testService()
  const down = async (query: string) => {
    const response = await spaceData.handle(new Request(`http://space-data.test/v1/speedtest/down${query}`))
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    for (const [name, value] of Object.entries(MARKERS)) expect(response.headers.get(name)).toBe(value)
    return bytes
  }
  expect((await down('')).byteLength).toBe(100_000)
  expect((await down('?bytes=0')).byteLength).toBe(0)
  expect((await down('?bytes=65537')).byteLength).toBe(65_537)
  const most = await down('?bytes=25000000&measId=7')
  expect(most.byteLength).toBe(25_000_000)
  expect(new Set(most.subarray(0, 4_096)).size).toBeGreaterThan(200)
})

test('up counts the bytes that it receives; more than 250 MB is 413', async () => {
  const { ask } = await testService()
  const { status, json, headers } = await ask('POST', '/v1/speedtest/up', {}, {}, new Uint8Array(1_000_001))
  expect(status).toBe(200)
  expect(json.data.received_bytes).toBe(1_000_001)
  expect(json.valid_until).toBe(json.fetched_at)
  expect(headers.get('server-timing')).toMatch(/^app;dur=/)
  const block = new Uint8Array(10_000_000)
  const tooMuch = new ReadableStream({
    async start(controller) {
      for (let i = 0; i < 26; i += 1) controller.enqueue(block)
      controller.close()
    },
  })
  const refused = await ask('POST', '/v1/speedtest/up', {}, {}, tooMuch)
  expect(refused.status).toBe(413)
  expect(refused.json.error).toBe('payload_too_large')
  expect((await ask('POST', '/v1/speedtest/up')).json.data.received_bytes).toBe(0)
})

test.each([
  ['192.0.2.1', 4],
  ['::ffff:192.0.2.1', 4],
  ['2001:db8::1', 6],
  [undefined, null],
])('info of %s reports IP version %s', async (ip, version) => {
  const { ask } = await testService()
  const { json } = await ask('GET', '/v1/speedtest/info', {}, { ip })
  expect(json.data).toEqual({
    ip_version: version,
    server_time: '2026-11-21T12:00:00.000Z',
    max_bytes: 250_000_000,
  })
})

/** Requests bytes and reads all or none of them. */
async function download(
  spaceData: WholeSpaceData,
  bytes: number,
  { ip = '192.0.2.1', isRead = true }: { ip?: string; isRead?: boolean } = {},
): Promise<Response> {
  const request = new Request(`http://space-data.test/v1/speedtest/down?bytes=${bytes}`)
  const response = await spaceData.handle(request, { ip })
  if (isRead) await response.body?.pipeTo(new WritableStream())
  return response
}

const findProtocolError = async (response: Response) => [response.status, response.headers.get('retry-after')]

test('the bytes per hour of a network are limited over downloads, uploads and all processes', async () => {
  const store = memory()
  const clock = stoppedClock()
  const limits = { ...plenty, speedtestMegabytesPerHour: 100 }
  const [one, other] = [
    await testService({ store, limits }, clock),
    await testService({ store, limits }, clock),
  ]
  for (const { spaceData } of [one, other, one])
    expect((await download(spaceData, 20_000_000)).status).toBe(200)
  const up = (bytes: number, ip = '192.0.2.1') =>
    one.ask('POST', '/v1/speedtest/up', {}, { ip }, new Uint8Array(bytes))
  expect((await up(20_000_000)).status).toBe(200)
  // A download beyond the limit is rejected and not counted; a smaller one is served.
  expect((await download(other.spaceData, 30_000_000)).status).toBe(429)
  for (let i = 0; i < 20; i += 1) expect((await download(other.spaceData, 1_000_000)).status).toBe(200)
  expect(await findProtocolError(await download(other.spaceData, 1))).toEqual([429, '3600'])
  expect((await up(1_000_001)).json.message).toContain('its 100 MB of speed tests')
  expect((await download(one.spaceData, 1, { ip: '198.51.100.1' })).status).toBe(200)
  expect((await download(one.spaceData, 0)).status).toBe(200)
  clock.advance(3_600_000)
  expect((await download(one.spaceData, 100_000_000)).status).toBe(200)
})

test('transfers are limited per process and to a quarter per network; stalled ones end', async () => {
  const { spaceData, ask } = await testService({ limits: { ...plenty, speedtestTransfers: 8 } })
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  const unread: Response[] = []
  for (const ip of addresses) {
    for (let i = 0; i < 2; i += 1) unread.push(await download(spaceData, 1_000_000, { ip, isRead: false }))
    if (ip === '192.0.2.1')
      expect(await findProtocolError(await download(spaceData, 1_000, { ip }))).toEqual([429, '5'])
  }
  expect(unread.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const late = { ip: '198.51.100.1' }
  expect(await findProtocolError(await download(spaceData, 1_000, late))).toEqual([429, '5'])
  const up = await ask('POST', '/v1/speedtest/up', {}, late, 'x')
  expect(up.json.message).toBe('Too many speed tests are in progress. Retry in 5 s.')
  // Pings and HEAD do not count as transfers.
  expect((await download(spaceData, 0, late)).status).toBe(200)
  expect((await ask('HEAD', '/v1/speedtest/down?bytes=9', {}, late)).status).toBe(200)
  await unread[0]?.arrayBuffer()
  expect((await download(spaceData, 1_000, late)).status).toBe(200)
  expect((await download(spaceData, 1_000_000, { ...late, isRead: false })).status).toBe(200)
  expect((await download(spaceData, 1_000, late)).status).toBe(429)
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 31_000)
  try {
    expect((await download(spaceData, 1_000, late)).status).toBe(200)
  } finally {
    vi.restoreAllMocks()
  }
})

test('a download whose client disconnects ends its transfer, by fetch and on Node', async () => {
  const { spaceData } = await testService({ limits: { ...plenty, speedtestTransfers: 1 } })
  const left = await download(spaceData, 200_000_000, { isRead: false })
  expect((await download(spaceData, 1_000)).status).toBe(429)
  await left.body?.cancel()
  expect((await download(spaceData, 1_000)).status).toBe(200)

  const server = createServer(toNodeListener(spaceData))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/speedtest/down?bytes=`
  const leaving = new AbortController()
  const begun = await fetch(`${url}200000000`, { signal: leaving.signal })
  expect(begun.status).toBe(200)
  expect((await fetch(`${url}1000`)).status).toBe(429)
  leaving.abort()
  await vi.waitFor(async () => expect((await fetch(`${url}1000`)).status).toBe(200), PATIENCE_MS)
})

test('an upload that ends early or is too large ends its transfer', async () => {
  const { ask } = await testService({ limits: { ...plenty, speedtestTransfers: 1 } })
  for (let i = 0; i < 3; i += 1) {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    expect((await ask('POST', '/v1/speedtest/up', {}, {}, broken)).status).toBe(400)
  }
  expect((await ask('POST', '/v1/speedtest/up', {}, {}, 'x')).status).toBe(200)
})
