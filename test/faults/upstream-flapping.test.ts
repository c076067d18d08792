import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSpaceData, providers, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test, vi } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { TIER } from '../support/tier.ts'

vi.setConfig({ testTimeout: 60_000 })

const SECOND = 1_000
const PATHS = [
  '/v1/space-weather/kp',
  '/v1/space-weather/wind',
  '/v1/space-weather/mag',
  '/v1/space-weather/xray',
  '/v1/space-weather/proton',
  '/v1/launches/upcoming',
  '/v1/events/recent',
  '/v1/tle/stations',
  '/v1/objects/25544',
]

/** Two seconds up, two seconds down. */
const isUp = (at: number) => Math.floor(at / (2 * SECOND)) % 2 === 0

/** Asks, and holds the answer against what was promised by the last good one of the same path. */
function observer(spaceData: Pick<WholeSpaceData, 'handle'>, key: string, now: () => number) {
  const validUntil = new Map<string, number>()
  const told = { requests: 0, errors: 0, errorsWhileValid: 0, overshoot: 0 }
  const ask = async (path: string) => {
    const asked = now()
    const request = new Request(`http://space-data.test${path}`, { headers: { 'x-api-key': key } })
    const answer = await spaceData.handle(request, { ip: '192.0.2.1' })
    const text = await answer.text()
    told.requests += 1
    if (answer.status !== 200) {
      told.errors += 1
      if (asked < (validUntil.get(path) ?? 0)) told.errorsWhileValid += 1
      return
    }
    const until = Date.parse(answer.headers.get('x-valid-until') ?? JSON.parse(text).valid_until)
    // A newer value than the fallback has goes on past its time, and says so.
    if (until <= asked && answer.headers.get('cache-control') !== 'no-store') told.overshoot += 1
    validUntil.set(path, until)
  }
  return { told, ask, validUntil }
}

const limits = { referencePerMinute: 1_000_000 }

describe('an upstream that is up for two seconds and down for two', () => {
  test('causes no error while data are valid, for an hour on a stopped clock', async () => {
    const clock = stoppedClock()
    const now = () => clock.now().getTime()
    const sample = sampleFetch(clock.now)
    let calls = 0
    const spaceData = createSpaceData({
      features: everything,
      now: clock.now,
      limits,
      onError: () => {},
      fetch: async (...request) => {
        calls += 1
        if (!isUp(now())) throw new TypeError('fetch failed')
        return sample(...request)
      },
    })
    const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'test' })
    const { told, ask } = observer(spaceData, key, now)
    for (const path of PATHS) await ask(path)
    expect(told.errors).toBe(0)
    const gaps = new Map<string, number>()
    for (let step = 0; step < 2_400; step += 1) {
      clock.advance(1.5 * SECOND)
      for (const path of PATHS) {
        const before = told.errors
        await ask(path)
        if (told.errors > before) gaps.set(path, (gaps.get(path) ?? 0) + 1)
      }
      if (step % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await spaceData.close()
    const rest = [...gaps].map(([path, errors]) => `${path} ${errors}`).join(', ') || 'none'
    console.log(
      `FIGURE flapping upstream (2 s up, 2 s down), stopped clock: ${told.requests} requests in an hour, ${calls} calls, ` +
        `${told.errorsWhileValid} errors while data were valid, ${told.errors} in all (${rest})`,
    )
    expect(told.errorsWhileValid).toBe(0)
    expect(told.overshoot).toBe(0)
    expect(told.errors / told.requests).toBeLessThan(0.15)
  })

  const inSoak = TIER === 'soak' ? test : () => {}
  inSoak(
    'on loopback, for two minutes under load: no error while data are valid',
    { timeout: 300_000 },
    async () => {
      const sample = sampleFetch(() => new Date())
      const server = createServer(async ({ url = '', socket }, response) => {
        if (!isUp(Date.now())) {
          socket.destroy()
          return
        }
        for (const { origin } of Object.values(providers)) {
          const answer = await sample(origin + url)
          if (!answer.ok) continue
          response.writeHead(200).end(await answer.text())
          return
        }
        response.writeHead(404).end()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const upstreams = Object.fromEntries(Object.keys(providers).map((id) => [id, origin]))
      const spaceData = createSpaceData({ features: everything, limits, upstreams, onError: () => {} })
      const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'test' })
      const { told, ask, validUntil } = observer(spaceData, key, Date.now)
      while (validUntil.size < PATHS.length) {
        for (const path of PATHS) if (!validUntil.has(path)) await ask(path)
        // The upstream is down for two seconds at a time.
        await sleep(500)
      }
      const end = Date.now() + 120 * SECOND
      const before = told.errors
      const client = async () => {
        while (Date.now() < end) {
          for (const path of PATHS) await ask(path)
          // A steady load, not as many as the machine can.
          await sleep(5)
        }
      }
      await Promise.all(Array.from({ length: 20 }, client))
      await spaceData.close()
      server.close()
      console.log(
        `FIGURE flapping upstream (2 s up, 2 s down), 120 s under load: ${told.requests} requests, ` +
          `${told.errorsWhileValid} errors while data were valid, ${told.errors - before} in all`,
      )
      expect(told.errorsWhileValid).toBe(0)
      expect(told.overshoot).toBe(0)
    },
  )
})
