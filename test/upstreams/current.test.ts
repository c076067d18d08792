import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { protonFlux, xrayFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import { planetaryKIndex } from '../../packages/core/src/features/space-weather/kp/swpc-kp.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/features/space-weather/wind/swpc-mag.ts'
import { solarWind } from '../../packages/core/src/features/space-weather/wind/swpc-wind.ts'
import { feedCases, onlyFeed } from '../faults/upstream-feeds.ts'
import { xrayRow } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2026-11-21T12:00:00Z')
const caseOf = (id: string) => feedCases.find((feed) => feed.id === id)!

test('Kp is current for six hours, of the others by minute for three', () => {
  const feeds = [solarWind, interplanetaryMagneticField, xrayFlux, protonFlux]
  expect(feeds.map(({ maxAgeMs }) => maxAgeMs)).toEqual([3, 3, 3, 3].map((n) => n * HOUR))
  expect(planetaryKIndex.maxAgeMs).toBe(6 * HOUR)
})

const limits = [
  ['swpc-kp-1m', 6],
  ['swpc-kp-3h', 6],
  ['swpc-wind-1m', 3],
  ['swpc-wind-propagated', 3],
  ['swpc-mag-1m', 3],
  ['swpc-mag-summary', 3],
  ['swpc-xray-primary', 3],
  ['swpc-xray-secondary', 3],
  ['swpc-proton-primary', 3],
  ['swpc-electrons-primary', 3],
  ['swpc-flux', 36],
  ['swpc-flux-summary', 36],
  ['swpc-wwv', 12],
] as const

describe.each(limits)('%s without new values', (id, hours) => {
  const feed = caseOf(id)
  const asOf = NOON - MINUTE
  const limit = asOf + hours * HOUR
  const message = expect.stringMatching(
    new RegExp(
      `^NOAA SWPC has no [\\w .()-]+ newer than ${new Date(asOf).toISOString()}; ` +
        `values older than ${hours} h are not served\\. Retry in [3-6]\\d s; see /status\\.$`,
    ),
  )

  async function stuck(at: number) {
    const clock = stoppedClock(at)
    const store = memory()
    const fetch = onlyFeed(feed, () => new Response(feed.body(NOON)))
    const start = () => testService({ store, fetch }, clock)
    return { ...(await start()), start, clock }
  }

  test(`serves its value until it is ${hours} hours old and not a millisecond longer, valid or not`, async () => {
    const { get, start, clock } = await stuck(limit - 30_000)
    const last = await get(feed.path!)
    expect(Date.parse(last.json.data.as_of)).toBe(asOf)
    expect(Date.parse(last.json.valid_until)).toBeGreaterThan(limit)
    clock.goTo(limit)
    expect((await get(feed.path!)).text).toBe(last.text)
    clock.advance(1)
    // The first has it in memory, the second finds it in the store.
    for (const service of [{ get }, await start()]) {
      const gone = await service.get(feed.path!)
      expect(gone.status).toBe(503)
      expect(gone.json).toEqual({ error: 'upstream_stale', message })
      expect(gone.headers.get('cache-control')).toBe('no-store')
      expect(Number(gone.headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
      expect(Number(gone.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
  })

  test('does not serve a value that is days old, and is failing at /status', async () => {
    const { get, clock } = await stuck(NOON + 72 * HOUR)
    for (let i = 0; i < 3; i += 1) {
      expect((await get(feed.path!)).json).toEqual({ error: 'upstream_stale', message })
      clock.advance(MINUTE)
    }
    const { status, upstreams } = (await get('/status')).json.data
    expect(status).toBe('down')
    expect(upstreams.find((row: { id: string }) => row.id === id)).toMatchObject({
      status: 'down',
      http_status: 200,
      schema_ok: true,
      consecutive_failures: 3,
      data_as_of: new Date(asOf).toISOString(),
      error: 'stale: the newest value is too old to be served',
    })
  })

  test('does not serve a value that is too old for staleIfError either', async () => {
    const clock = stoppedClock(NOON)
    let isAway = false
    const fetch = onlyFeed(feed, () => {
      if (isAway) throw new TypeError('fetch failed')
      return new Response(feed.body(NOON))
    })
    const { get } = await testService({ staleIfErrorMs: 48 * HOUR, fetch }, clock)
    await get(feed.path!)
    isAway = true
    clock.goTo(limit)
    expect((await get(feed.path!)).headers.get('cache-status')).toMatch(/ttl=-\d/)
    clock.advance(MINUTE)
    expect((await get(feed.path!)).status).toBe(503)
  })
})

test('a fallback with current values replaces a primary feed that has had none for days', async () => {
  const stamp = (at: number) => new Date(at).toISOString()
  const { get } = await testService(
    {
      fetch: async (input) =>
        new Response(
          JSON.stringify([
            String(input).includes('primary')
              ? xrayRow(stamp(NOON - 72 * HOUR), 1e-8)
              : xrayRow(stamp(NOON - MINUTE), 5e-5),
          ]),
        ),
    },
    stoppedClock(NOON),
  )
  expect((await get('/v1/space-weather/xray')).json.data.flare_class).toBe('M5.0')
})
