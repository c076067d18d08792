import type { ServiceEvent } from '@space-data/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { ABSENCES, everythingLate, faultyBackend } from '../support/faulty-backend.ts'
import { testService } from '../support/service.ts'

const FAULTS = [...ABSENCES, 'read-only'] as const
const KP = '/v1/space-weather/kp'

/** Stops the platform's clock, by which the circuit breaker of the store opens and closes. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function setUp() {
  const faulty = faultyBackend()
  const events: ServiceEvent[] = []
  const service = await testService({ store: faulty.backend, onEvent: (event) => events.push(event) })
  const { clock, ask, spaceData } = service
  const { key: free } = await spaceData.keys.issue({ tier: 'free', label: 'known' })
  const { key: other } = await spaceData.keys.issue({ tier: 'free', label: 'never asked with' })
  const withKey = (key: string, path = KP) => ask('GET', path, { 'x-api-key': key })
  expect((await withKey(free)).status).toBe(200)
  const advance = (ms: number) => {
    clock.advance(ms)
    vi.advanceTimersByTime(ms)
  }
  const issue = () =>
    ask('POST', '/v1/keys', { 'content-type': 'application/json' }, { ip: '192.0.2.7' }, '{"label":"me"}')
  return { ...service, faulty, events, free, other, withKey, advance, issue }
}

describe.each(FAULTS)('a store that %s', (fault) => {
  test('a cached key is served, others are 503 and never 401, and nothing is 500', async () => {
    const { faulty, free, other, withKey, advance, ask, issue, events } = await setUp()
    faulty.fault = fault
    advance(6_000)
    for (let i = 0; i < 20; i += 1) {
      const answer = await withKey(free)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('ratelimit')).toBeNull()
      expect(answer.headers.get('ratelimit-policy')).toBeNull()
      expect((await ask('GET', '/ref')).status).toBe(200)
      expect((await ask('GET', '/v1/speedtest/ping')).status).toBe(204)
      const isReadable = fault === 'read-only'
      expect((await withKey(other)).status).toBe(isReadable ? 200 : 503)
      const unknown = await withKey(newSecret('sd_live_'))
      expect(unknown.json.error).toBe(isReadable ? 'invalid_key' : 'store_unavailable')
      if (!isReadable) expect(unknown.headers.get('retry-after')).toBe('30')
      expect((await issue()).status).toBe(503)
      advance(100)
    }
    expect(events.filter(({ type }) => type === 'store_failed').length).toBeGreaterThan(0)
    await everythingLate()
    faulty.fault = 'none'
    advance(1_000)
    const answer = await withKey(free)
    // Two were consumed; a slow store has also run the few that reached it within two seconds.
    expect(answer.headers.get('ratelimit')).toMatch(/^"day";r=99[5-8];t=/)
    expect((await withKey(other)).status).toBe(200)
    expect((await withKey(newSecret('sd_live_'))).status).toBe(401)
    if (fault === 'late') advance(30_000)
    expect((await issue()).status).toBe(200)
    expect((await issue()).status).toBe(429)
    expect(events.filter(({ type }) => type === 'store_back').length).toBeGreaterThan(0)
  })
})

test('beyond the share admitted without the store it is 429 with a short wait', async () => {
  const { faulty, free, withKey, events } = await setUp()
  faulty.fault = 'throws'
  for (let i = 0; i < 100; i += 1) expect((await withKey(free)).status).toBe(200)
  const { status, json, headers } = await withKey(free)
  expect(status).toBe(429)
  expect(json).toMatchObject({ error: 'rate_limited', retry_after_seconds: 30 })
  expect(headers.get('retry-after')).toBe('30')
  expect(headers.get('ratelimit')).toBe('"day";r=0;t=30')
  expect(events.filter(({ type }) => type === 'quota_fail_open')).toHaveLength(100)
})

test('304 and 5xx are refunded during a store outage, too', async () => {
  const { faulty, free, ask, withKey, spaceData } = await setUp()
  const etag = String((await withKey(free)).headers.get('etag'))
  faulty.fault = 'throws'
  for (let i = 0; i < 300; i += 1) {
    const answer = await ask('GET', KP, { 'x-api-key': free, 'if-none-match': etag })
    expect(answer.status).toBe(304)
  }
  expect((await withKey(free)).status).toBe(200)
  expect(spaceData.store.warnings).toEqual([])
})

test('a request succeeds although the observer throws', async () => {
  const faulty = faultyBackend()
  const { get, errors } = await testService({
    store: faulty.backend,
    onEvent: () => {
      throw new Error('no more counters')
    },
  })
  expect((await get(KP)).status).toBe(200)
  faulty.fault = 'throws'
  expect((await get(KP)).status).toBe(200)
  expect(errors.map(String)).toContain('Error: no more counters')
})
