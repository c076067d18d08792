import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { overallState } from '../../packages/core/src/kernel/upstreams/states/feed-state.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { ABSENCES, faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { answeringAtOnce, examplePath } from '../support/table.ts'
import { turns } from '../support/turns.ts'

const BROWSER = { accept: 'text/html' }

test('feeds are unknown until first requested; then each reports its last request', async () => {
  const { get, clock } = await testService()
  const before = (await get('/status')).json.data
  expect(before.status).toBe('unknown')
  expect(before.interval_seconds).toBe(604_800)
  expect(before.upstreams.every(({ status }: { status: string }) => status === 'unknown')).toBe(true)

  await get('/v1/space-weather/proton')
  clock.advance(31_000)
  const after = (await get('/status')).json.data
  expect(after.status).toBe('operational')
  const row = after.upstreams.find(({ id }: { id: string }) => id === 'swpc-proton-primary')
  expect(row).toEqual({
    id: 'swpc-proton-primary',
    provider: 'NOAA SWPC',
    endpoints: expect.arrayContaining(['/v1/space-weather/proton']),
    fallback_of: null,
    status: 'operational',
    checked_at: '2026-11-21T12:00:00.000Z',
    http_status: 200,
    latency_ms: 0,
    last_ok_at: '2026-11-21T12:00:00.000Z',
    consecutive_failures: 0,
    data_as_of: expect.stringMatching(/^2026-11-21T11:5/),
    data_age_seconds: expect.any(Number),
    schema_ok: true,
    error: null,
    paused_until: null,
    pause_reason: null,
  })
})

test('a feed names the paths that read it, and the feed that it is a fallback of', async () => {
  const { get } = await testService()
  const { upstreams } = (await get('/status')).json.data
  const [main, fallback] = ['swpc-kp-1m', 'swpc-kp-3h'].map((feed) =>
    upstreams.find(({ id }: { id: string }) => id === feed),
  )
  expect([main.fallback_of, fallback.fallback_of]).toEqual([null, 'swpc-kp-1m'])
  expect(fallback.endpoints).toContain('/v1/space-weather/kp')
  const idle = upstreams.filter(({ endpoints }: { endpoints: string[] }) => endpoints.length === 0)
  // Only the nightly job reads the catalogue.
  expect(idle.map(({ id }: { id: string }) => id)).toEqual(['celestrak-launch-year'])
})

test('a feed does not become late because nobody requested it', async () => {
  const { get, clock } = await testService()
  await get('/v1/space-weather/wind')
  clock.advance(24 * 3_600_000)
  const { status, upstreams } = (await get('/status')).json.data
  const row = upstreams.find(({ id }: { id: string }) => id === 'swpc-wind-1m')
  expect(row.data_age_seconds).toBeGreaterThan(86_400)
  expect([status, row.status]).toEqual(['operational', 'operational'])
})

test.each(ABSENCES)('a store that %s: 200, degraded, as JSON and as a page', async (fault) => {
  const faulty = faultyBackend()
  const { get, ask, clock } = await testService({ store: faulty.backend })
  await get('/v1/space-weather/proton')
  clock.advance(60_000)
  faulty.fault = fault
  const { status, json } = await ask('GET', '/status')
  expect([status, json.data.status]).toEqual([200, 'degraded'])
  expect(json.data.checked_at).toBeNull()
  const page = await ask('GET', '/status', BROWSER)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('The store is unavailable')])
})

test('200 whatever is in the query, which the page does not echo and all queries share', async () => {
  const { ask } = await testService()
  for (const query of ['?alt=550&alt=560', '?alt=x', '?alt=', '?other=1']) {
    expect((await ask('GET', `/status${query}`)).status).toBe(200)
  }
  const one = await ask('GET', '/status?x=marker-of-mine&alt=550', BROWSER)
  expect(one.text).not.toContain('marker-of-mine')
  const other = await ask('GET', '/status', BROWSER)
  expect(other.headers.get('cache-status')).toContain('; hit;')
  expect(other.text).toBe(one.text)
})

test('neither the report nor the page sends an upstream request', async () => {
  const requested: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    requested.push(String(input))
    return new Response('', { status: 503 })
  }
  const { ask } = await testService({ fetch })
  for (const headers of [{}, BROWSER]) expect((await ask('GET', '/status', headers)).status).toBe(200)
  expect(requested).toEqual([])
})

/** Creates a service whose upstreams fail if their URL contains a given part, and reads its /status. */
async function failingService(staleIfErrorMs = 0) {
  const clock = stoppedClock()
  const good = sampleFetch(clock.now)
  let broken: RegExp | undefined
  const fetch: typeof globalThis.fetch = (input, init) =>
    broken?.test(String(input)) ? Promise.reject(new TypeError('boom')) : good(input, init)
  const made = await testService({ fetch, staleIfErrorMs }, clock)
  const report = async () => {
    clock.advance(31_000)
    return (await made.get('/status')).json.data as {
      status: string
      upstreams: { id: string; status: string; endpoints: string[] }[]
    }
  }
  return {
    ...made,
    report,
    breakAll: (pattern = /./) => {
      broken = pattern
    },
    row: async (id: string) => (await report()).upstreams.find((row) => row.id === id),
  }
}

test('a feed that never succeeded and fails is down at once', async () => {
  const { get, breakAll, row, report } = await failingService()
  breakAll()
  await get('/v1/launches/upcoming')
  expect(await row('launch-library-upcoming')).toMatchObject({
    status: 'down',
    consecutive_failures: 1,
    error: 'connection failed',
    last_ok_at: null,
  })
  expect((await report()).status).toBe('down')
})

test('a failing feed is degraded while its last value is valid, then down', async () => {
  const { get, breakAll, row, clock } = await failingService()
  await get('/v1/launches/upcoming')
  expect(await row('launch-library-upcoming')).toMatchObject({ status: 'operational' })
  breakAll()
  // Refreshed before it expires.
  clock.advance(55 * 60_000)
  expect((await get('/v1/launches/upcoming')).status).toBe(200)
  await turns()
  expect(await row('launch-library-upcoming')).toMatchObject({ status: 'degraded', consecutive_failures: 1 })
  clock.advance(5 * 60_000)
  expect(await row('launch-library-upcoming')).toMatchObject({ status: 'down', consecutive_failures: 1 })
})

test('a failing feed is degraded while stale responses of it are served', async () => {
  const { get, breakAll, row, clock } = await failingService(6 * 3_600_000)
  await get('/v1/launches/upcoming')
  breakAll()
  clock.advance(2 * 3_600_000)
  expect((await get('/v1/launches/upcoming')).status).toBe(200)
  expect(await row('launch-library-upcoming')).toMatchObject({ status: 'degraded' })
  clock.advance(5 * 3_600_000)
  expect(await row('launch-library-upcoming')).toMatchObject({ status: 'down' })
})

test('three failures in a row mean down, and the last success stays in the report', async () => {
  const { get, breakAll, row, clock } = await failingService(6 * 3_600_000)
  await get('/v1/launches/upcoming')
  breakAll()
  clock.advance(3_600_000)
  for (let failures = 0; failures < 3; failures += 1) {
    await get('/v1/launches/upcoming')
    clock.advance(31_000)
  }
  expect(await row('launch-library-upcoming')).toMatchObject({
    ...{ status: 'down', consecutive_failures: 3, http_status: null, schema_ok: null },
    last_ok_at: '2026-11-21T12:00:00.000Z',
  })
})

describe('the whole', () => {
  const PATHS = ['kp', 'wind', 'mag', 'xray', 'proton'].map((name) => `/v1/space-weather/${name}`)

  test('is degraded while fallbacks serve the data', async () => {
    const { get, breakAll, report } = await failingService()
    breakAll(/planetary_k_index_1m/)
    expect((await get('/v1/space-weather/kp')).status).toBe(200)
    const { status, upstreams } = await report()
    expect(status).toBe('degraded')
    const kp = upstreams.filter(({ endpoints }) => endpoints.includes('/v1/space-weather/kp'))
    expect(kp.map((row) => row.status)).toEqual(['down', 'operational'])
  })

  test('is down when more than half of the requested paths have no working feed, else degraded', async () => {
    const { get, breakAll, report } = await failingService()
    for (const path of ['/v1/launches/upcoming', '/v1/tle/stations', '/v1/objects/25544']) await get(path)
    expect((await report()).status).toBe('operational')
    breakAll(/swpc/)
    for (const path of PATHS.slice(0, 3)) await get(path)
    expect((await report()).status).toBe('degraded')
    for (const path of PATHS) await get(path)
    expect((await report()).status).toBe('down')
  })

  test('is down when all feeds fail', async () => {
    const { get, breakAll, report } = await failingService()
    breakAll()
    const asked = answeringAtOnce.filter(({ path }) => path.startsWith('/v1/'))
    for (const endpoint of asked) await get(examplePath(endpoint))
    const { status, upstreams } = await report()
    expect(status).toBe('down')
    const requested = upstreams.filter((row) => row.status !== 'unknown')
    expect(new Set(requested.map((row) => row.status))).toEqual(new Set(['down']))
  })

  test('counts the feeds that no path reads as one path', () => {
    const catalogue = { status: 'down', endpoints: [] } as const
    const kp = { status: 'operational', endpoints: ['/kp'] } as const
    expect(overallState([catalogue])).toBe('down')
    expect(overallState([catalogue, kp])).toBe('degraded')
    expect(overallState([kp, { status: 'unknown', endpoints: ['/wind'] }])).toBe('operational')
    expect(overallState([{ status: 'unknown', endpoints: ['/wind'] }])).toBe('unknown')
  })
})

test('an unexpected body is distinguished from a failed request', async () => {
  const { get, clock } = await testService({ fetch: async () => new Response('{"results": "none"}') })
  await get('/v1/launches/upcoming')
  clock.advance(31_000)
  const { upstreams } = (await get('/status')).json.data
  const row = upstreams.find(({ id }: { id: string }) => id === 'launch-library-upcoming')
  expect(row).toMatchObject({ status: 'down', http_status: 200, schema_ok: false })
})

test('reports the shells: none, a run under way with its progress, a published run', async () => {
  const { spaceData, get, ask, clock } = await testService()
  const shells = async () => {
    clock.advance(31_000)
    return (await get('/status')).json.data.shells
  }
  const next_run_at = '2026-11-22T03:17:00.000Z'
  expect(await shells()).toEqual({ computed_at: null, computing: null, next_run_at })
  // The next run is in 15 hours: the page itself could be kept until then.
  const page = await ask('GET', '/status', BROWSER)
  expect(page.headers.get('cache-control')).toBe('public, max-age=30')
  let slices = 0
  const pool = () =>
    quickPool(async () => {
      slices += 1
      clock.advance(4_000)
      if (slices !== 4) return
      expect(await shells()).toEqual({
        ...{ computed_at: null, next_run_at },
        computing: { step: 'shells', share: 0.6 },
      })
      const { headers } = await ask('GET', '/status', BROWSER)
      expect(headers.get('cache-control')).toBe('public, max-age=2')
    })
  const fetchedAt = clock.now().getTime()
  await spaceData.jobs.shells.run({ catalogue: catalogueOf(5_000, 1, fetchedAt), pool })
  expect(slices).toBe(5)
  expect(await shells()).toEqual({
    computed_at: expect.stringMatching(/^2026-11-21T12/),
    computing: null,
    next_run_at,
  })
})

test('instances on the same store share the states of feeds', async () => {
  const store = memory()
  const clock = stoppedClock()
  const one = await testService({ store }, clock)
  await one.get('/v1/space-weather/kp')
  const other = await testService({ store }, clock)
  expect((await other.get('/status')).json.data.status).toBe('operational')
})

test.each([
  [{}, 'application/json; charset=utf-8'],
  [{ accept: '*/*' }, 'application/json; charset=utf-8'],
  [BROWSER, 'text/html; charset=utf-8'],
])('with %j it is %s', async (headers, type) => {
  const { ask } = await testService()
  expect((await ask('GET', '/status', headers)).headers.get('content-type')).toBe(type)
})
