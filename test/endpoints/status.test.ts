import { createHash } from 'node:crypto'
import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import { ABSENCES, faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'

test('unknown until something was asked; then each feed tells how it went', async () => {
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
    endpoints: ['/v1/space-weather/proton'],
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
  })
})

test('a feed tells the paths that ask it, or the one that it stands in for', async () => {
  const { get } = await testService()
  const { upstreams } = (await get('/status')).json.data
  const endpointsOf = (feed: string) => upstreams.find(({ id }: { id: string }) => id === feed).endpoints
  expect(endpointsOf('swpc-kp-3h')).toEqual(['/v1/space-weather/kp'])
  expect(endpointsOf('swpc-wind-propagated')).toEqual(['/v1/space-weather/wind'])
  const idle = upstreams.filter(({ endpoints }: { endpoints: string[] }) => endpoints.length === 0)
  // Only the nightly job reads the catalogue.
  expect(idle.map(({ id }: { id: string }) => id)).toEqual(['celestrak-launch-year'])
})

test('a feed that nobody has asked for long is not late for that', async () => {
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
  const page = await ask('GET', '/status', { accept: 'text/html' })
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('the store cannot be read')])
})

test('200 whatever is in the query', async () => {
  const { ask } = await testService()
  for (const query of ['?alt=550&alt=560', '?alt=x', '?alt=', '?other=1']) {
    expect((await ask('GET', `/status${query}`)).status).toBe(200)
  }
})

test('one failure is degraded, three in a row are down, and the last good answer is not forgotten', async () => {
  const clock = stoppedClock()
  const good = sampleFetch(clock.now)
  let fails = false
  const { get } = await testService(
    { fetch: (...request) => (fails ? Promise.reject(new TypeError('boom')) : good(...request)) },
    clock,
  )
  const launches = async () => {
    await get('/v1/launches/upcoming')
    clock.advance(61_000)
    const { upstreams } = (await get('/status')).json.data
    return upstreams.find(({ id }: { id: string }) => id === 'launch-library-upcoming')
  }
  expect((await launches()).status).toBe('operational')
  fails = true
  clock.advance(3_600_000)
  expect(await launches()).toMatchObject({
    status: 'degraded',
    consecutive_failures: 1,
    error: 'the connection failed',
  })
  await launches()
  const down = await launches()
  expect(down).toMatchObject({ status: 'down', consecutive_failures: 3, http_status: null, schema_ok: null })
  expect(down.last_ok_at).toBe('2026-11-21T12:00:00.000Z')
})

test('a body of another shape is told apart from no answer', async () => {
  const { get, clock } = await testService({ fetch: async () => new Response('{"results": "none"}') })
  await get('/v1/launches/upcoming')
  clock.advance(31_000)
  const { upstreams } = (await get('/status')).json.data
  const row = upstreams.find(({ id }: { id: string }) => id === 'launch-library-upcoming')
  expect(row).toMatchObject({ status: 'degraded', http_status: 200, schema_ok: false })
})

test('what one instance saw, another on the same store tells', async () => {
  const store = memory()
  const clock = stoppedClock()
  const one = await testService({ store }, clock)
  await one.get('/v1/space-weather/kp')
  const other = await testService({ store }, clock)
  expect((await other.get('/status')).json.data.status).toBe('operational')
})

test('a client that prefers HTML gets a page that loads nothing and runs nothing', async () => {
  const { ask } = await testService()
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const { status, headers, text } = await ask('GET', '/status', { accept: browser })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('vary')).toBe('Accept')
  expect(text).toMatch(/^<!doctype html>/)
  expect(text).not.toMatch(
    /<script|src=|style=|@import|(?<!xmlns='http:\/\/www.w3.org\/2000\/svg)https?:\/\/(?!www.w3.org)/,
  )
  const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/html;q=0.5, application/json', 'application/json'],
  ['text/*', 'text/html'],
])('Accept: %s gives %s', async (accept, type) => {
  const { ask } = await testService()
  const { headers } = await ask('GET', '/status', accept ? { accept } : {})
  expect(headers.get('content-type')).toMatch(type)
})

test('nothing acceptable is 406', async () => {
  const { ask } = await testService()
  const { status, json } = await ask('GET', '/status', { accept: 'image/png' })
  expect(status).toBe(406)
  expect(json.error).toBe('not_acceptable')
})
