import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { createSpaceData, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { nginxWith, present, type SharedCache } from '../support/proxies.ts'

/**
 * The nginx of docs/recipes/reverse-proxy.md as it stands there, but for its certificate, its ports and the
 * folder of its cache.
 */
describe.skipIf(!present.nginx)('nginx as docs/recipes/reverse-proxy.md has it', () => {
  let spaceData: WholeSpaceData
  let folder: ReturnType<typeof temporaryFolder>
  let origin: { readonly port: number; close(): void }
  let proxy: SharedCache
  let key: string

  beforeAll(async () => {
    const now = () => new Date()
    spaceData = createSpaceData({ features: everything, fetch: sampleFetch(now), now })
    key = (await spaceData.keys.issue({ tier: 'hobby', label: 'nginx' })).key
    origin = await serverOf(spaceData)
    folder = temporaryFolder()
    const documented = await configuration()
    proxy = await nginxWith(`${folder.path}/nginx`, (port) =>
      documented
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_.*$/gm, '')
        .replaceAll(/127\.0\.0\.1:878[78]/g, `127.0.0.1:${origin.port}`)
        .replace('/var/cache/nginx/space-data', `${folder.path}/cache`),
    )
  })

  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]()
    origin?.close()
    await spaceData?.close()
    folder?.[Symbol.dispose]()
  })

  test('compresses JSON, TLE text and pages, keyed answers too, and says that it depends on who asks', async () => {
    for (const path of ['/openapi.json', '/v1/tle/stations', '/v1/events/recent', '/']) {
      const headers = { 'x-api-key': key }
      const plain = await proxy.ask(path, { headers })
      const small = await proxy.ask(path, { headers: { ...headers, 'accept-encoding': 'gzip' } })
      expect([path, small.headers['content-encoding']]).toEqual([path, 'gzip'])
      expect(small.headers['vary']).toMatch(/accept-encoding/i)
      expect(String(gunzipSync(small.bytes))).toBe(plain.body)
      expect(small.bytes.byteLength).toBeLessThan(0.7 * plain.bytes.byteLength)
      const known = { ...headers, 'if-none-match': small.headers['etag'] ?? '' }
      expect([path, (await proxy.ask(path, { headers: known })).status]).toEqual([path, 304])
    }
  })

  test('keeps public answers with the Date that they came with, so that their age shows', async () => {
    const first = await proxy.ask('/ref/units')
    // `Date` has seconds.
    await sleep(1_500)
    const second = await proxy.ask('/ref/units')
    expect(second.headers['x-service-request-id']).toBe(first.headers['x-service-request-id'])
    expect(second.headers['date']).toBe(first.headers['date'])
    expect(Date.now() - Date.parse(second.headers['date'] ?? '')).toBeGreaterThan(1_000)
  })

  test('keeps no keyed answer', async () => {
    const path = '/v1/space-weather/kp'
    expect((await proxy.ask(path, { headers: { 'x-api-key': key } })).status).toBe(200)
    expect((await proxy.ask(path)).status).toBe(401)
  })

  test('tells whose address it is: what a client says of itself counts for nothing', async () => {
    const issue = (forged: string) =>
      proxy.ask('/v1/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
        body: '{"label":"me"}',
      })
    expect((await issue('192.0.2.1')).status).toBe(200)
    expect((await issue('192.0.2.2')).status).toBe(429)
  })

  test('lets the largest upload of the speed test through', async () => {
    const { max_bytes } = JSON.parse((await proxy.ask('/v1/speedtest/info')).body).data
    const reply = await proxy.ask('/v1/speedtest/up', { method: 'POST', body: 'x'.repeat(max_bytes) })
    expect([reply.status, JSON.parse(reply.body).data.received_bytes]).toEqual([200, max_bytes])
  })
})

async function configuration(): Promise<string> {
  const page = await readFile(new URL('../../docs/recipes/reverse-proxy.md', import.meta.url), 'utf8')
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(page) ?? []
  return block
}

async function serverOf(spaceData: WholeSpaceData) {
  const server = createServer(toNodeListener(spaceData, { trustedHops: 1 }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => server.close().closeAllConnections(),
  }
}
