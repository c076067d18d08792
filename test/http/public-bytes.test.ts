import { memory } from '@space-data/core'
import { nodeCompressor } from '@space-data/core/node'
import { describe, expect, test } from 'vitest'
import { plenty, stoppedClock, testService } from '../support/service.ts'

const limits = { ...plenty, publicMegabytesPerHour: 10 }
const LONG = '/openapi.json'

describe('the bytes of long answers without a key', () => {
  test('are limited per network and hour: exactly, also in a burst at two processes', async () => {
    const clock = stoppedClock('2026-11-21T12:10:00Z')
    const store = memory()
    const pair = [
      await testService({ limits: { ...limits, publicMegabytesPerHour: 20 }, store }, clock),
      await testService({ limits: { ...limits, publicMegabytesPerHour: 20 }, store }, clock),
    ]
    const send = (n: number, ip = '192.0.2.1') =>
      pair[n % 2]?.spaceData.handle(new Request(`http://space-data.test${LONG}`), { ip }) as Promise<Response>
    const each = (await (await send(0)).arrayBuffer()).byteLength
    expect(each).toBeGreaterThan(100_000)
    const replies = await Promise.all(Array.from({ length: 120 }, (_, n) => send(n)))
    const served = 1 + replies.filter(({ status }) => status === 200).length
    expect(served * each).toBeLessThanOrEqual(20e6)
    expect((served + 1) * each).toBeGreaterThan(20e6)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('3000')
    expect(await refused?.json()).toMatchObject({
      error: 'rate_limited',
      message: 'This network has used its 20 MB of long responses without a key for this hour.',
    })
    expect((await send(0, '192.0.2.2')).status).toBe(200)
    clock.advance(50 * 60_000)
    expect((await send(0)).status).toBe(200)
  })

  test('do not count for 304 and HEAD, nor those of short answers and of paths with a key', async () => {
    const { ask, get, key } = await testService({ limits })
    const first = await ask('GET', LONG)
    const etag = first.headers.get('etag') ?? ''
    for (let n = 0; n < 60; n += 1) {
      expect((await ask('GET', LONG, { 'if-none-match': etag })).status).toBe(304)
      expect((await ask('HEAD', LONG)).status).toBe(200)
      expect((await get('/v1/space-weather/kp/series')).status).toBe(200)
    }
    let served = 1
    while ((await ask('GET', LONG, { 'x-api-key': key })).status === 200) served += 1
    const each = Number(first.headers.get('content-length'))
    expect(served).toBe(Math.floor(10e6 / each))
    expect((await ask('GET', LONG, { 'if-none-match': etag })).status).toBe(304)
    expect((await ask('GET', '/ref/tiers')).status).toBe(200)
    expect((await ask('GET', '/status', { accept: 'text/html' })).status).toBe(200)
  })

  test('count as they are sent: compressed', async () => {
    const { spaceData } = await testService({ limits, compress: nodeCompressor() })
    for (let n = 0; n < 60; n += 1) {
      const headers = { 'accept-encoding': 'gzip' }
      const { status, headers: sent } = await spaceData.handle(
        new Request(`http://space-data.test${LONG}`, { headers }),
        { ip: '192.0.2.1' },
      )
      expect([status, sent.get('content-encoding')]).toEqual([200, 'gzip'])
      expect(Number(sent.get('content-length'))).toBeLessThan(100_000)
    }
  })

  test('of the globe and of records of HAPI are of one budget: 2,000 MB by default', async () => {
    const { defaultLimits } = await import('../../packages/core/src/kernel/accounts/networks/limits.ts')
    expect(defaultLimits.publicMegabytesPerHour).toBe(2_000)
    // A visit of the globe takes 1.8 MB.
    expect(defaultLimits.publicMegabytesPerHour / 1.8).toBeGreaterThan(1_000)
  })

  test('are not counted where the host knows no addresses', async () => {
    const { spaceData } = await testService({ limits })
    for (let n = 0; n < 40; n += 1)
      expect((await spaceData.handle(new Request(`http://space-data.test${LONG}`), {})).status).toBe(200)
  })
})
