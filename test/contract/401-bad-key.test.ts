import { describe, expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints, examplePath, keyedEndpoints } from '../support/table.ts'

test('exactly the data, shell, alert and webhook endpoints require a key', () => {
  expect(keyedEndpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/space-weather/kp',
    'GET /v1/space-weather/kp/forecast',
    'GET /v1/space-weather/kp/gfz',
    'GET /v1/space-weather/wind',
    'GET /v1/space-weather/mag',
    'GET /v1/space-weather/xray',
    'GET /v1/space-weather/proton',
    'GET /v1/space-weather/current',
    'GET /v1/space-weather/electrons',
    'GET /v1/space-weather/flux',
    'GET /v1/space-weather/sunspots',
    'GET /v1/space-weather/a-index',
    'GET /v1/space-weather/aurora',
    'GET /v1/space-weather/aurora/grid',
    'GET /v1/space-weather/absorption',
    'GET /v1/space-weather/absorption/grid',
    'GET /v1/space-weather/scales',
    'GET /v1/space-weather/probabilities',
    'GET /v1/space-weather/regions',
    'GET /v1/space-weather/outlook',
    'GET /v1/space-weather/arrivals',
    'GET /v1/space-weather/notices',
    'GET /v1/space-weather/discussion',
    'GET /v1/space-weather/3-day-forecast',
    'GET /v1/space-weather/kp/series',
    'GET /v1/space-weather/kp/gfz/series',
    'GET /v1/space-weather/wind/series',
    'GET /v1/space-weather/mag/series',
    'GET /v1/space-weather/xray/series',
    'GET /v1/space-weather/proton/series',
    'GET /v1/space-weather/electrons/series',
    'GET /v1/space-weather/flux/series',
    'GET /v1/space-weather/sunspots/series',
    'GET /v1/space-weather/a-index/series',
    'GET /v1/space-weather/stream',
    'GET /v1/launches/upcoming',
    'GET /v1/launches/previous',
    'GET /v1/launches/{launch_id}',
    'GET /v1/people',
    'GET /v1/events/recent',
    'GET /v1/objects/{norad_id}',
    'GET /v1/objects',
    'GET /v1/objects/{norad_id}/history',
    'GET /v1/objects/{norad_id}/position',
    'GET /v1/objects/{norad_id}/passes',
    'GET /v1/passes',
    'GET /v1/above',
    'GET /v1/sun-moon',
    'GET /shell/density/{alt}',
    'GET /shell/profile',
    'GET /shell/diff',
    'GET /shell/history',
    'GET /shell/objects',
    'GET /v1/reports',
    'GET /v1/reports/{month}',
    'GET /v1/alerts',
    'GET /v1/alerts/stream',
    'POST /v1/webhooks',
    'GET /v1/webhooks',
    'GET /v1/webhooks/{webhook_id}',
    'PATCH /v1/webhooks/{webhook_id}',
    'DELETE /v1/webhooks/{webhook_id}',
    'POST /v1/webhooks/{webhook_id}/test',
    'POST /v1/webhooks/{webhook_id}/rotate',
    'GET /v1/webhooks/{webhook_id}/deliveries',
    'POST /v1/webhooks/{webhook_id}/replay',
    'POST /v1/shells',
    'GET /v1/shells',
    'GET /v1/shells/{shell_id}',
    'DELETE /v1/shells/{shell_id}',
    'GET /v1/shells/{shell_id}/density',
    'GET /v1/shells/{shell_id}/history',
    'GET /v1/shells/{shell_id}/diff',
  ])
})

const cases = keyedEndpoints.map(
  (endpoint) => [endpoint.method, endpoint.path, examplePath(endpoint)] as const,
)
const { ask, key } = await testService()

describe.each(cases)('%s %s', (method, _, path) => {
  const GOOD_SHAPE = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'

  test.each([
    ['no key', {}, 'missing_key'],
    ['an unknown key', { 'x-api-key': GOOD_SHAPE }, 'invalid_key'],
    ['an unknown Bearer key', { authorization: `Bearer ${GOOD_SHAPE}` }, 'invalid_key'],
    ['a key of another shape', { 'x-api-key': 'secret' }, 'invalid_key'],
    ['a wrong checksum', { 'x-api-key': GOOD_SHAPE.replace(/7$/, '8') }, 'invalid_key'],
    ['another scheme only', { authorization: 'Basic dXNlcjpwYXNz' }, 'missing_key'],
    ['two keys in one header', { 'x-api-key': `${GOOD_SHAPE}, ${GOOD_SHAPE}` }, 'invalid_key'],
  ])('%s is 401', async (_, headers, error) => {
    const answer = await ask(method, path, headers as Record<string, string>)
    expect(answer.status).toBe(401)
    expect(answer.json.error).toBe(error)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('ratelimit')).toBeNull()
  })

  test('a key in either header or in both is accepted', async () => {
    const both = { authorization: `Bearer ${key}`, 'x-api-key': key }
    for (const headers of [both, { 'x-api-key': key }, { authorization: `bearer ${key}` }]) {
      expect((await ask(method, path, headers as Record<string, string>)).status).not.toBe(401)
    }
  })

  test('a key in the query is ignored', async () => {
    for (const name of ['key', 'api_key', 'apikey'])
      expect((await ask(method, `${path}?${name}=${key}`)).status).toBe(401)
  })
})

test('with another service’s Bearer token, x-api-key is used', async () => {
  const { ask, key } = await testService()
  const headers = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x', 'x-api-key': key }
  expect((await ask('GET', '/v1/space-weather/kp', headers)).status).toBe(200)
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

test('public paths need no key', async () => {
  const { ask } = await testService({ signing })
  for (const endpoint of endpoints.filter(({ access, method }) => access !== 'key' && method === 'GET')) {
    const { status, json } = await ask('GET', examplePath(endpoint))
    // The first probe finds that no data are there yet.
    if (endpoint.problems.includes('not_ready')) expect(json.error).toBe('not_ready')
    else if (endpoint.problems.includes('shell_not_populated')) expect(json.error).toBe('shell_not_populated')
    else expect(status).toBeLessThan(300)
  }
})
