import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { answeringAtOnce as answering, endpoints, examplePath } from '../support/table.ts'

/** `/` has text, too, which is valid for a minute. */
const AS_JSON = { accept: 'application/json, */*;q=0.5' }

/** Section 4 of the specification, in seconds. */
const TTL: Record<string, number> = {
  '/v1/space-weather/kp': 900,
  '/v1/space-weather/kp/forecast': 1_800,
  '/v1/space-weather/kp/gfz': 3_600,
  '/v1/space-weather/wind': 60,
  '/v1/space-weather/mag': 60,
  '/v1/space-weather/xray': 60,
  '/v1/space-weather/proton': 300,
  '/v1/launches/upcoming': 3_600,
  '/v1/launches/previous': 3_600,
  '/v1/launches/{launch_id}': 604_800,
  '/v1/people': 21_600,
  '/v1/events/recent': 900,
  '/v1/objects/{norad_id}': 3_600,
  '/shell/density/{alt}': 86_400,
  '/shell/profile': 86_400,
  '/shell/diff': 86_400,
  '/v1/tle/{group}': 21_600,
}

test.each(Object.entries(TTL))('%s is declared with a TTL of %i seconds', (path, seconds) => {
  expect(endpoints.find((endpoint) => endpoint.path === path)?.ttlMs).toBe(seconds * 1_000)
})

test.each(answering.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s is valid for its TTL; max-age ends with it and fetched_at does not change',
  async (_, endpoint) => {
    const clock = stoppedClock()
    const { get } = await testService(endpoint.ttlMs === 3_600_000 ? { signing } : {}, clock)
    const ttl = (endpoint.ttlMs ?? 0) / 1_000
    const first = await get(examplePath(endpoint), AS_JSON)
    const scope = endpoint.access === 'key' ? 'private' : 'public'
    expect(first.headers.get('cache-control')).toBe(`${scope}, max-age=${ttl}`)
    expect(first.headers.get('cache-status')).toBe(`space-data; fwd=miss; fwd-status=200; stored; ttl=${ttl}`)

    clock.advance((ttl / 2) * 1_000 + 250)
    const later = await get(examplePath(endpoint), AS_JSON)
    expect(later.text).toBe(first.text)
    expect(later.headers.get('cache-control')).toBe(`${scope}, max-age=${Math.floor(ttl / 2 - 0.25)}`)
    expect(later.headers.get('cache-status')).toMatch(/^space-data; hit; ttl=/)
    if (first.json?.valid_until) {
      expect(Date.parse(first.json.valid_until) - Date.parse(first.json.fetched_at)).toBe(ttl * 1_000)
    }

    clock.advance(ttl * 1_000)
    const fresh = await get(examplePath(endpoint), AS_JSON)
    expect(fresh.headers.get('cache-status')).toContain('fwd=miss')
  },
)

test('a response to the operator makes no keyed response public', async () => {
  const { spaceData, get } = await testService({}, stoppedClock())
  await get('/v1/space-weather/kp')
  const asOperator = () => spaceData.handleAsOperator(new Request('http://localhost/v1/space-weather/kp'))
  const operators = await asOperator()
  expect(operators.headers.get('cache-control')).toBe('public, max-age=900')
  const { headers } = await get('/v1/space-weather/kp')
  expect(headers.get('cache-control')).toBe('private, max-age=900')
  expect((await asOperator()).headers.get('cache-control')).toBe('public, max-age=900')
})
