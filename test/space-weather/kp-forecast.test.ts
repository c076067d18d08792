import { memory, type SpaceDataOptions } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { forecastRow, threeDayForecast } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const PATH = '/v1/space-weather/kp/forecast'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ISSUED = Date.parse('2026-11-21T00:30:00Z')
const iso = (at: number) => new Date(at).toISOString()

/** A service whose two feeds of the forecast answer as the test says; 500 without a body. */
async function service(options: SpaceDataOptions = {}) {
  const clock = stoppedClock('2026-11-21T06:00:00Z')
  const feeds: { product?: string | undefined; table?: unknown[] | undefined } = {
    product: threeDayForecast(ISSUED),
  }
  let requests = 0
  const fetch: typeof globalThis.fetch = async (input) => {
    requests += 1
    const body = String(input).includes('3-day-forecast')
      ? feeds.product
      : feeds.table && JSON.stringify(feeds.table)
    return new Response(body ?? '', { status: body === undefined ? 500 : 200 })
  }
  const started = await testService({ fetch, ...options }, clock)
  return { ...started, feeds, requests: () => requests }
}

test('the forecast has its time of issue, windows with the G scale, and the times of the fetch', async () => {
  const { get } = await service()
  const { json } = await get(PATH)
  expect(json).toMatchObject({
    source: 'NOAA SWPC 3-day forecast',
    fetched_at: '2026-11-21T06:00:00.000Z',
    valid_until: '2026-11-21T06:30:00.000Z',
  })
  expect(Object.keys(json.data)).toEqual(['issued_at', 'forecast', 'source'])
  expect(json.data.issued_at).toBe(iso(ISSUED))
  expect(json.data.forecast).toHaveLength(24)
  expect(json.data.forecast[11]).toEqual({
    start: '2026-11-22T09:00:00.000Z',
    stop: '2026-11-22T12:00:00.000Z',
    kp: 5,
    g_scale: 'G1',
  })
  expect(json.data.forecast[0].g_scale).toBe('G0')
})

test('the mark of NOAA is given, and where there is none the step of the scale', async () => {
  const { get, feeds } = await service()
  feeds.product = threeDayForecast(ISSUED).replace(/00-03UT.*/, '00-03UT  8.67 (G4)  9.00  3.00')
  const { forecast } = (await get(PATH)).json.data
  expect([0, 8, 16].map((i) => forecast[i].g_scale)).toEqual(['G4', 'G5', 'G0'])
})

describe('issues of the past', () => {
  /** An hour after each of four issues, which differ in one value. */
  async function recorded() {
    const started = await service()
    const { clock, feeds, get } = started
    for (let i = 0; i < 4; i += 1) {
      const at = ISSUED + i * 12 * HOUR
      feeds.product = threeDayForecast(at).replace(/00-03UT.*/, `00-03UT  ${i}.00  1.00  1.00`)
      clock.goTo(at + HOUR)
      expect((await get(PATH)).json.data.issued_at).toBe(iso(at))
    }
    return started
  }
  const earlierThan = (at: number) => `${PATH}?issued_before=${iso(at)}`

  test('are kept, and found by an instant', async () => {
    const { get } = await recorded()
    for (let i = 0; i < 4; i += 1) {
      const at = ISSUED + i * 12 * HOUR
      const { data, fetched_at } = (await get(earlierThan(at + 1))).json
      expect([data.issued_at, data.forecast[0].kp, fetched_at]).toEqual([iso(at), i, iso(at + HOUR)])
      if (i > 0) expect((await get(earlierThan(at))).json.data.issued_at).toBe(iso(at - 12 * HOUR))
    }
  })

  test('are found by a date, which is its midnight', async () => {
    const { get } = await recorded()
    const { data } = (await get(`${PATH}?issued_before=2026-11-22`)).json
    expect(data.issued_at).toBe(iso(ISSUED + 12 * HOUR))
  })

  test('are found without a request and without the feeds', async () => {
    const { get, feeds, requests, clock } = await recorded()
    const asked = requests()
    feeds.product = undefined
    clock.advance(30 * 24 * HOUR)
    expect((await get(earlierThan(ISSUED + 1))).json.data.issued_at).toBe(iso(ISSUED))
    expect(requests()).toBe(asked)
  })

  test('that are older than what is kept are 404, which says so', async () => {
    const { get } = await recorded()
    const { status, json } = await get(earlierThan(ISSUED))
    expect(status).toBe(404)
    expect(json).toEqual({
      error: 'forecast_not_found',
      message:
        'No forecast issued before 2026-11-21T00:30:00.000Z is stored. Forecasts are kept for 365 days.',
    })
  })

  test('that are recorded after a 404 are found at once', async () => {
    const { get } = await service()
    expect((await get(earlierThan(ISSUED + 1))).status).toBe(404)
    await get(PATH)
    expect((await get(earlierThan(ISSUED + 1))).status).toBe(200)
  })

  test.each(['', 'now', '2026-11-31', '2026-11-21T12:00:00', '1763683200', `${iso(0)}${'0'.repeat(40)}`])(
    'of the instant "%s" are 400',
    async (instant) => {
      const { get } = await service()
      const { status, json } = await get(`${PATH}?issued_before=${instant}`)
      expect([status, json.error]).toEqual([400, 'invalid_parameter'])
    },
  )
})

describe('without the 3-day forecast', () => {
  const table = [
    forecastRow('2026-11-21T03:00:00', 3, 'observed'),
    forecastRow('2026-11-21T21:00:00', 3, 'estimated'),
    forecastRow('2026-11-22T00:00:00', 4.67, 'predicted', 'G1'),
  ]

  test('the table is served, which has no time of issue, and is not kept', async () => {
    const { get, feeds } = await service()
    Object.assign(feeds, { product: undefined, table })
    const { data } = (await get(PATH)).json
    expect(data).toEqual({
      issued_at: null,
      forecast: [
        { start: '2026-11-21T21:00:00.000Z', stop: '2026-11-22T00:00:00.000Z', kp: 3, g_scale: 'G0' },
        { start: '2026-11-22T00:00:00.000Z', stop: '2026-11-22T03:00:00.000Z', kp: 4.67, g_scale: 'G1' },
      ],
      source: 'NOAA SWPC planetary K index forecast (3 hours)',
    })
    expect((await get(`${PATH}?issued_before=2026-11-22T00:00:00Z`)).status).toBe(404)
  })

  test('the table replaces one that is more than 36 hours old', async () => {
    const { get, feeds, clock } = await service()
    feeds.table = [
      forecastRow('2026-11-22T09:00:00', 3, 'observed'),
      forecastRow('2026-11-23T00:00:00', 5, 'predicted'),
    ]
    clock.goTo(ISSUED + 36 * HOUR)
    expect((await get(PATH)).json.data.issued_at).toBe(iso(ISSUED))
    clock.goTo(ISSUED + 36 * HOUR + 31 * MINUTE)
    expect((await get(PATH)).json.data.issued_at).toBeNull()
  })

  test('and without the table it is 503, and afterwards served again', async () => {
    const { get, feeds, clock } = await service()
    const product = feeds.product
    feeds.product = undefined
    expect((await get(PATH)).json.error).toBe('upstream_unavailable')
    feeds.product = product
    clock.advance(2 * MINUTE)
    expect((await get(PATH)).status).toBe(200)
  })

  test('the last one is served as stale where that is allowed, until it is two days old', async () => {
    const { get, feeds, clock } = await service({ staleIfErrorMs: 72 * HOUR })
    const first = await get(PATH)
    feeds.product = undefined
    clock.advance(12 * HOUR)
    const stale = await get(PATH)
    expect(stale.text).toBe(first.text)
    expect(stale.headers.get('cache-control')).toBe('no-store')
    clock.goTo(ISSUED + 48 * HOUR + MINUTE)
    expect((await get(PATH)).status).toBe(503)
  })
})

test('a forecast of two days ago is not given as the newest', async () => {
  const { get, clock } = await service()
  clock.goTo(ISSUED + 48 * HOUR)
  expect((await get(PATH)).status).toBe(200)
  clock.advance(1)
  const { status, json } = await get(PATH)
  expect(status).toBe(503)
  expect(json.error).toBe('upstream_stale')
  expect(json.message).toMatch(
    /^NOAA SWPC has no 3-day forecast newer than 2026-11-21T00:30:00.000Z; values older than 2 d are not served/,
  )
})

test('a malformed forecast is 502, is not kept, and is named at /status', async () => {
  const { get, feeds } = await service()
  feeds.product = feeds.product?.replace('Nov 23', 'Nov 24')
  const { status, json } = await get(PATH)
  expect([status, json.error]).toEqual([502, 'upstream_invalid'])
  const { upstreams } = (await get('/status')).json.data
  expect(upstreams.find(({ id }: { id: string }) => id === 'swpc-kp-forecast')).toMatchObject({
    schema_ok: false,
    error: 'schema_mismatch: NOAA Kp index breakdown has no usable dates',
  })
  expect((await get(`${PATH}?issued_before=2026-11-22T00:00:00Z`)).status).toBe(404)
})

test('an answer that goes back to the issue before does not, but is kept', async () => {
  const { get, feeds, clock } = await service()
  clock.goTo(ISSUED + 13 * HOUR)
  feeds.product = threeDayForecast(ISSUED + 12 * HOUR)
  await get(PATH)
  feeds.product = threeDayForecast(ISSUED)
  clock.advance(31 * MINUTE)
  const { json } = await get(PATH)
  expect(json.data.issued_at).toBe(iso(ISSUED + 12 * HOUR))
  expect(json.fetched_at).toBe(iso(clock.now().getTime()))
  const { data } = (await get(`${PATH}?issued_before=${iso(ISSUED + 1)}`)).json
  expect(data.issued_at).toBe(iso(ISSUED))
})

describe('the sample', () => {
  test.each(['2026-11-21T00:29:00Z', '2026-11-21T00:30:00Z', '2026-11-21T18:00:00Z', '2026-12-31T13:00:00Z'])(
    'at %s forecasts the storm that it replays on that day',
    async (instant) => {
      const clock = stoppedClock(instant)
      const { get } = await testService({}, clock)
      const { issued_at, forecast } = (await get(PATH)).json.data
      const age = clock.now().getTime() - Date.parse(issued_at)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(12 * HOUR)
      const today = forecast.filter(({ start }: { start: string }) =>
        start.startsWith(issued_at.slice(0, 10)),
      )
      expect(today).toHaveLength(8)
      for (const { start, kp, g_scale } of today) {
        expect(g_scale).toBe(kp === 9 ? 'G5' : 'G4')
        clock.goTo(Date.parse(start) + 3 * HOUR - MINUTE)
        const came = (await get('/v1/space-weather/kp')).json.data.kp
        expect(Math.abs(came - kp)).toBeLessThan(1)
      }
    },
  )

  test('does not change an issue while it is the newest', async () => {
    const clock = stoppedClock('2026-11-21T12:30:00Z')
    const { get } = await testService({}, clock)
    const first = (await get(PATH)).json.data
    for (let hour = 1; hour < 12; hour += 1) {
      clock.advance(HOUR)
      expect((await get(PATH)).json.data).toEqual(first)
    }
    clock.advance(HOUR)
    expect((await get(PATH)).json.data.issued_at).toBe('2026-11-22T00:30:00.000Z')
  })

  test('has the table, too', async () => {
    const clock = stoppedClock()
    const sample = sampleFetch(clock.now)
    const fetch: typeof globalThis.fetch = async (input, init) =>
      String(input).includes('3-day') ? new Response('', { status: 404 }) : sample(input, init)
    const { get } = await testService({ fetch, store: memory() }, clock)
    const { issued_at, forecast } = (await get(PATH)).json.data
    expect(issued_at).toBeNull()
    // The rest of the day is marked as estimated.
    expect(forecast[0].start).toBe('2026-11-21T12:00:00.000Z')
    expect(forecast.length).toBeGreaterThanOrEqual(16)
  })
})
