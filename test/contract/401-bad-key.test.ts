import { problems } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints, examplePath, keyedEndpoints } from '../support/table.ts'

// docs/endpoints.md, which docs.test.ts writes, has what each path needs.
test('below /v1 and /shell everything needs a key, but for these', () => {
  const open = endpoints.filter(({ path, access }) => /^\/(v1|shell)\//.test(path) && access !== 'key')
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/keys',
    'GET /v1/launches.ics',
    'GET /v1/passes.ics',
    'GET /v1/tle/{group}',
    'GET /v1/alerts.atom',
    'GET /v1/speedtest/ping',
    'GET /v1/speedtest/down',
    'POST /v1/speedtest/up',
    'GET /v1/speedtest/info',
  ])
})

const { ask, key } = await testService()
const GOOD_SHAPE = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'
const cases = keyedEndpoints.map(
  (endpoint) => [endpoint.method, endpoint.path, examplePath(endpoint)] as const,
)

describe.each(cases)('%s %s', (method, _, path) => {
  test('without a key, or with one in the query, is 401', async () => {
    for (const target of [path, ...['key', 'api_key', 'apikey'].map((name) => `${path}?${name}=${key}`)])
      expect((await ask(method, target)).json.error).toBe('missing_key')
  })

  test('with a key in either header or in both is not', async () => {
    const both = { authorization: `Bearer ${key}`, 'x-api-key': key }
    for (const headers of [both, { 'x-api-key': key }, { authorization: `bearer ${key}` }])
      expect((await ask(method, path, headers as Record<string, string>)).status).not.toBe(401)
  })

  // Which texts are a key is in accounts/presented-key.
  test.each([
    ['no key', {}, 'missing_key'],
    ['an unknown key', { 'x-api-key': GOOD_SHAPE }, 'invalid_key'],
    ['an unknown Bearer key', { authorization: `Bearer ${GOOD_SHAPE}` }, 'invalid_key'],
  ])('with %s is 401 with its headers, and counts for nobody', async (_, headers, error) => {
    const answer = await ask(method, path, headers as Record<string, string>)
    expect([answer.status, answer.json.error]).toEqual([401, error])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('ratelimit')).toBeNull()
  })
})

test('an expired key is expired_key, a revoked one invalid_key', async () => {
  const { ask, spaceData, clock } = await testService()
  const issued = await spaceData.keys.issue({ tier: 'pro', label: 'short', expiresInMs: 60_000 })
  const status = async () => {
    const { json, status } = await ask('GET', '/v1/space-weather/kp', { 'x-api-key': issued.key })
    return status === 200 ? 200 : json.error
  }
  expect(await status()).toBe(200)
  clock.advance(59_999)
  expect(await status()).toBe(200)
  clock.advance(1)
  expect(await status()).toBe('expired_key')
  const other = await spaceData.keys.issue({ tier: 'pro', label: 'revoked' })
  await spaceData.keys.revoke(other.record.id)
  const { json } = await ask('GET', '/v1/space-weather/kp', { 'x-api-key': other.key })
  expect(json.error).toBe('invalid_key')
})

test('a key that is revoked stops working within 5 s elsewhere, without the store within 10 min', async () => {
  const clock = stoppedClock()
  const faulty = faultyBackend()
  const one = await testService({ store: faulty.backend }, clock)
  const other = await testService({ store: faulty.backend, onError: () => {} }, clock)
  const order = { tier: 'pro', label: 'revoked' } as const
  const [soon, late] = [await one.spaceData.keys.issue(order), await one.spaceData.keys.issue(order)]
  const status = async ({ key }: { key: string }) =>
    (await other.ask('GET', '/v1/space-weather/kp', { 'x-api-key': key })).status
  for (const issued of [soon, late]) expect(await status(issued)).toBe(200)

  await one.spaceData.keys.revoke(soon.record.id)
  clock.advance(4_999)
  expect(await status(soon)).toBe(200)
  clock.advance(1)
  expect(await status(soon)).toBe(401)

  expect(await status(late)).toBe(200)
  await one.spaceData.keys.revoke(late.record.id)
  faulty.fault = 'throws'
  clock.advance(599_999)
  expect(await status(late)).toBe(200)
  clock.advance(1)
  expect(await status(late)).toBe(503)
})

test('public paths need no key', async () => {
  const { ask } = await testService({ signing })
  for (const endpoint of endpoints.filter(({ access, method }) => access !== 'key' && method === 'GET')) {
    const { status, json } = await ask('GET', examplePath(endpoint))
    // The first probe finds that no data are there yet.
    if (endpoint.problems.includes(problems.not_ready)) expect(json.error).toBe('not_ready')
    else if (endpoint.problems.includes(problems.shell_not_populated))
      expect(json.error).toBe('shell_not_populated')
    else expect(status).toBeLessThan(300)
  }
})
