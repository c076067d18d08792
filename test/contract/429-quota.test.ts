import { createSpaceData } from '@space-data/core'
import { parseItem, parseList } from 'structured-headers'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

test('429 has the seconds to the next UTC midnight, in body and header alike', async () => {
  const clock = stoppedClock('2026-11-21T23:59:58.400Z')
  const { spaceData, ask } = await testService({}, clock)
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'busy' })
  const get = () => ask('GET', '/v1/space-weather/kp', { 'x-api-key': key })
  for (let i = 0; i < 1_000; i += 1) await get()
  const { status, json, headers } = await get()
  expect(status).toBe(429)
  expect(json).toEqual({ error: 'rate_limited', message: expect.any(String), retry_after_seconds: 2 })
  expect(headers.get('retry-after')).toBe('2')
  expect(headers.get('ratelimit')).toBe('"day";r=0;t=2')
  clock.goTo('2026-11-22T00:00:00.000Z')
  expect((await get()).status).toBe(200)
})

test('keyed responses have the remaining quota (draft 11), except in unbounded tiers', async () => {
  const { get, ask, spaceData } = await testService()
  const { headers } = await get('/v1/space-weather/kp')
  const [policy] = parseList(String(headers.get('ratelimit-policy')))
  expect(policy?.[0]).toBe('day')
  expect(Object.fromEntries(policy?.[1] ?? [])).toEqual({ q: 50_000, w: 86_400 })
  const [day, left] = parseItem(String(headers.get('ratelimit')))
  expect(day).toBe('day')
  expect(Object.fromEntries(left)).toEqual({ r: 49_999, t: 43_200 })

  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'unbounded' })
  const unbounded = await ask('GET', '/v1/space-weather/kp', { 'x-api-key': key })
  expect(unbounded.headers.get('ratelimit')).toBeNull()
  expect(unbounded.headers.get('ratelimit-policy')).toBeNull()
})

test('200, 400, 404, HEAD count; 401, unknown paths, 405, OPTIONS do not; 304 and 5xx are refunded', async () => {
  const { ask, key } = await testService({ upstreams: { donki: 'http://127.0.0.1:9' }, fetch: failingDonki })
  const left = async (method: string, path: string, headers = {}) => {
    const answer = await ask(method, path, { 'x-api-key': key, ...headers })
    const r = /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]
    return [answer.status, r === undefined ? undefined : 50_000 - Number(r)]
  }
  const { headers } = await ask('GET', '/ref')
  expect(headers.get('ratelimit')).toBeNull()
  expect(await left('GET', '/v1/objects/0x1')).toEqual([400, 1])
  expect(await left('GET', '/shell/diff')).toEqual([404, 2])
  expect(await left('HEAD', '/shell/diff')).toEqual([404, 3])
  expect(await left('DELETE', '/shell/diff')).toEqual([405, undefined])
  expect(await left('OPTIONS', '/shell/diff')).toEqual([204, undefined])
  expect(await left('GET', '/nowhere')).toEqual([404, undefined])
  expect(await left('GET', '/v1/events/recent')).toEqual([503, 3])
  expect(await left('GET', '/shell/diff')).toEqual([404, 4])
})

async function failingDonki(): Promise<Response> {
  throw new TypeError('no route to host')
}

test('a 304 is refunded', async () => {
  const { get } = await testService()
  const first = await get('/v1/space-weather/kp')
  const etag = String(first.headers.get('etag'))
  const second = await get('/v1/space-weather/kp', { 'if-none-match': etag })
  expect(second.status).toBe(304)
  expect(second.headers.get('ratelimit')).toBe(first.headers.get('ratelimit'))
  const third = await get('/v1/space-weather/kp')
  expect(third.headers.get('ratelimit')).toBe('"day";r=49998;t=43200')
})

test('If-None-Match: * counts; 304 for a named copy is free as often as the day has requests', async () => {
  const { spaceData, ask } = await testService({ tiers: { free: { requestsPerDay: 5 } } })
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'conditional' })
  const left = async (tag: string | undefined) => {
    const { status, headers } = await ask('GET', '/v1/space-weather/kp', {
      'x-api-key': key,
      ...(tag && { 'if-none-match': tag }),
    })
    return [status, /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1], headers.get('etag')]
  }
  const [status, r, etag] = await left(undefined)
  expect([status, r]).toEqual([200, '4'])
  expect((await left('*')).slice(0, 2)).toEqual([304, '3'])
  expect((await left(`"other", *`)).slice(0, 2)).toEqual([304, '2'])
  for (let i = 0; i < 5; i += 1) expect((await left(String(etag))).slice(0, 2)).toEqual([304, '2'])
  expect((await left(String(etag))).slice(0, 2)).toEqual([304, '1'])
  expect((await left(`W/${etag}`)).slice(0, 2)).toEqual([304, '0'])
  expect((await left(String(etag))).slice(0, 2)).toEqual([429, '0'])
})

test('429 during slow requests says ten seconds; refunded requests are available at once', async () => {
  let release = () => {}
  const hanging = new Promise<Response>((_, reject) => {
    release = () => reject(new TypeError('reset'))
  })
  const { spaceData, ask } = await testService({
    tiers: { free: { requestsPerDay: 4 } },
    fetch: () => hanging,
  })
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'brownout' })
  const get = (path: string) => ask('GET', path, { 'x-api-key': key })
  expect((await get('/shell/diff')).status).toBe(404)
  const slow = Array.from({ length: 3 }, () => get('/v1/launches/upcoming'))
  await new Promise((resolve) => setImmediate(resolve))
  const refused = await get('/shell/diff')
  expect(refused.status).toBe(429)
  expect(refused.json.retry_after_seconds).toBe(10)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(refused.headers.get('ratelimit')).toBe('"day";r=0;t=43200')
  release()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([503, 503, 503])
  for (const r of [2, 1, 0])
    expect((await get('/shell/diff')).headers.get('ratelimit')).toBe(`"day";r=${r};t=43200`)
  expect((await get('/shell/diff')).json.retry_after_seconds).toBe(43_200)
})

test('public paths are limited per network, with the same form of 429', async () => {
  const clock = stoppedClock()
  const { ask } = await testService(
    { limits: { referencePerMinute: 3, speedtestPerMinute: 2, issuancePerHour: 2 } },
    clock,
  )
  const from = (ip: string) => async (method: string, path: string) => {
    const { status, json, headers } = await ask(method, path, {}, { ip })
    expect(headers.get('ratelimit')).toBeNull()
    if (status === 429) {
      expect(json.error).toBe('rate_limited')
      expect(headers.get('retry-after')).toBe(String(json.retry_after_seconds))
    }
    return status
  }
  const [here, there] = [from('192.0.2.1'), from('198.51.100.1')]
  expect([await here('GET', '/ref'), await here('GET', '/ref/tiers'), await here('HEAD', '/ref')]).toEqual([
    200, 200, 200,
  ])
  expect(await here('GET', '/ref')).toBe(429)
  expect(await there('GET', '/ref')).toBe(200)
  expect(await here('GET', '/v1/speedtest/ping')).toBe(204)
  expect(await here('GET', '/v1/speedtest/info')).toBe(200)
  expect(await here('GET', '/v1/speedtest/ping')).toBe(429)
  expect(await here('GET', '/openapi.json')).toBe(200)
  const { json } = await ask('GET', '/ref', {}, { ip: '192.0.2.1' })
  expect(json.retry_after_seconds).toBe(60)
  clock.advance(59_999)
  expect(await here('GET', '/ref')).toBe(429)
  clock.advance(1)
  expect(await here('GET', '/ref')).toBe(200)
})

test('the default limits are those of docs/decisions', async () => {
  const spaceData = createSpaceData({ now: stoppedClock().now })
  const statuses = []
  for (let i = 0; i < 601; i += 1) {
    const { status } = await spaceData.handle(new Request('http://space-data.test/ref'), { ip: '192.0.2.9' })
    statuses.push(status)
  }
  expect(statuses.indexOf(429)).toBe(600)
})
