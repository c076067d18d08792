import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createSpaceData } from '@space-data/core'
import type { Compressor } from '@space-data/core/http'
import { listen, nodeCompressor, toNodeListener } from '@space-data/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'

const decode: Record<string, (body: Uint8Array) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => Buffer.from(body),
}

interface Answer {
  readonly status: number | undefined
  readonly body: Buffer
  readonly header: (name: string) => string
}

/** A service behind a listener; `ask` sends what it is told and decodes nothing. */
async function served(compress: Compressor = nodeCompressor()) {
  const errors: unknown[] = []
  const spaceData = createSpaceData({
    compress,
    fetch: () => Promise.reject(new TypeError('no network')),
    onError: (error) => errors.push(error),
  })
  const server = await listen(toNodeListener(spaceData), { port: 0 })
  onTestFinished(async () => {
    await server.drain(100)
    await spaceData.close()
  })
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => {
    const sent = request(server.url + path, { method, headers, agent: false }).end()
    const [response] = await once(sent, 'response')
    return {
      status: response.statusCode,
      body: await buffer(response),
      header: (name) => String(response.headers[name] ?? ''),
    }
  }
  return { ask, errors, spaceData }
}

describe.each(['br', 'gzip'])('in %s', (coding) => {
  test('a long body is the identity body, compressed, with a tag of its own', async () => {
    const { ask } = await served()
    const identity = await ask('/openapi.json')
    const encoded = await ask('/openapi.json', { 'accept-encoding': coding })
    expect(identity.header('content-encoding')).toBe('')
    expect(encoded.header('content-encoding')).toBe(coding)
    expect(decode[coding]?.(encoded.body).equals(identity.body)).toBe(true)
    expect(encoded.body.byteLength).toBeLessThan(identity.body.byteLength / 4)
    expect(Number(encoded.header('content-length'))).toBe(encoded.body.byteLength)
    expect(encoded.header('etag')).not.toBe(identity.header('etag'))
    expect(encoded.header('etag')).toMatch(/^"[\w-]+"$/)
    for (const each of [identity, encoded]) expect(each.header('vary')).toContain('Accept-Encoding')
  })

  test('a tag is current in its own coding, and without one as behind a proxy that compresses', async () => {
    const { ask } = await served()
    const accept = { 'accept-encoding': coding }
    const identity = (await ask('/openapi.json')).header('etag')
    const encoded = (await ask('/openapi.json', accept)).header('etag')
    const unchanged = await ask('/openapi.json', { ...accept, 'if-none-match': encoded })
    expect([unchanged.status, unchanged.header('etag'), unchanged.body.byteLength]).toEqual([304, encoded, 0])
    expect(unchanged.header('vary')).toContain('Accept-Encoding')
    expect((await ask('/openapi.json', { ...accept, 'if-none-match': identity })).status).toBe(200)
    const behindProxy = await ask('/openapi.json', { 'if-none-match': encoded })
    expect([behindProxy.status, behindProxy.header('etag')]).toEqual([304, identity])
    expect((await ask('/openapi.json', { 'if-none-match': identity })).status).toBe(304)
  })

  test('HEAD has the same header fields', async () => {
    const { ask } = await served()
    const got = await ask('/ref/endpoints', { 'accept-encoding': coding })
    const head = await ask('/ref/endpoints', { 'accept-encoding': coding }, 'HEAD')
    expect(head.body.byteLength).toBe(0)
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'])
      expect(head.header(name)).toBe(got.header(name))
  })
})

test('a body below 1 kB is sent as it is, and does not vary', async () => {
  const { ask } = await served()
  const short = await ask('/ref/flare-classes', { 'accept-encoding': 'br, gzip' })
  expect([short.status, short.header('content-encoding')]).toEqual([200, ''])
  expect(short.header('vary')).not.toContain('Accept-Encoding')
})

const preferences: [acceptEncoding: string, coding: string][] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['deflate, zstd', 'identity'],
  ['', 'identity'],
  ['br;q=nonsense', 'identity'],
]

test.each(preferences)('of Accept-Encoding %j comes %s', async (acceptEncoding, coding) => {
  const { ask } = await served()
  const got = await ask('/ref/endpoints', { 'accept-encoding': acceptEncoding })
  expect(got.header('content-encoding') || 'identity').toBe(coding)
  expect(JSON.parse(String(decode[coding]?.(got.body))).data.endpoints.length).toBeGreaterThan(10)
})

test('each form is made once, for however many clients', async () => {
  const made: string[] = []
  const { ask } = await served((body, coding) => {
    made.push(coding)
    return nodeCompressor()(body, coding)
  })
  const asked = Array.from({ length: 30 }, () => ask('/openapi.json', { 'accept-encoding': 'br' }))
  const bodies = new Set((await Promise.all(asked)).map(({ body }) => body.toString('hex')))
  await ask('/openapi.json', { 'accept-encoding': 'br' })
  expect([bodies.size, made]).toEqual([1, ['br']])
})

test('where compression fails, the identity body is sent, and the next request tries again', async () => {
  let fails = true
  const { ask, errors } = await served((body, coding) =>
    fails ? Promise.reject(new RangeError('out of memory')) : nodeCompressor()(body, coding),
  )
  const failed = await ask('/openapi.json', { 'accept-encoding': 'gzip' })
  expect([failed.status, failed.header('content-encoding'), errors.length]).toEqual([200, '', 1])
  fails = false
  const retried = await ask('/openapi.json', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(retried.body).equals(failed.body)).toBe(true)
})

test('a fetch handler compresses as the listener does', async () => {
  const { spaceData } = await served()
  const response = await spaceData.handle(
    new Request('http://localhost/openapi.json', { headers: { 'accept-encoding': 'br' } }),
    { ip: '192.0.2.1' },
  )
  expect(response.headers.get('content-encoding')).toBe('br')
  const text = brotliDecompressSync(new Uint8Array(await response.arrayBuffer())).toString()
  expect(JSON.parse(text).openapi).toMatch(/^3\.1/)
})
