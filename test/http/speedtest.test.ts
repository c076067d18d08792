import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const MARKERS = { 'timing-allow-origin': '*', 'cache-control': 'no-store' }

test('ping is 204, and says how long it took', async () => {
  const { ask } = await testService()
  const { status, headers } = await ask('GET', '/v1/speedtest/ping')
  expect(status).toBe(204)
  for (const [name, value] of Object.entries(MARKERS)) expect(headers.get(name)).toBe(value)
  expect(headers.get('server-timing')).toMatch(/^app;dur=[\d.]+$/)
})

test('down sends exactly as many bytes as asked, 100,000 when nothing is asked', async () => {
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

test('up drains what it is sent and says how much that was; more than 25 MB is 413', async () => {
  const { ask } = await testService()
  const { status, json, headers } = await ask('POST', '/v1/speedtest/up', {}, {}, new Uint8Array(1_000_001))
  expect(status).toBe(200)
  expect(json.data.received_bytes).toBe(1_000_001)
  expect(json.valid_until).toBe(json.fetched_at)
  expect(headers.get('server-timing')).toMatch(/^app;dur=/)
  const refused = await ask('POST', '/v1/speedtest/up', {}, {}, new Uint8Array(25_000_001))
  expect(refused.status).toBe(413)
  expect(refused.json.error).toBe('payload_too_large')
  expect((await ask('POST', '/v1/speedtest/up')).json.data.received_bytes).toBe(0)
})

test.each([
  ['192.0.2.1', 4],
  ['::ffff:192.0.2.1', 4],
  ['2001:db8::1', 6],
  [undefined, null],
])('info sees %s as version %s', async (ip, version) => {
  const { ask } = await testService()
  const { json } = await ask('GET', '/v1/speedtest/info', {}, { ip })
  expect(json.data).toEqual({
    ip_version: version,
    server_time: '2026-11-21T12:00:00.000Z',
    max_bytes: 25_000_000,
  })
})
