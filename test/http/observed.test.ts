import { createSpaceData, type ServiceEvent } from '@space-data/core'
import { expect, it, vi } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

type Answered = Extract<ServiceEvent, { type: 'request' }>

const KP = '/v1/space-weather/kp'

/** A service that is listened to. */
async function observed(options: Parameters<typeof testService>[0] = {}) {
  const events: ServiceEvent[] = []
  const service = await testService({ onEvent: (event) => events.push(event), ...options })
  const requests = () => events.filter((event): event is Answered => event.type === 'request')
  return { ...service, events, requests, last: () => requests().at(-1) }
}

it('is told of a request with its route, account, cache outcome and size', async () => {
  const { get, last, requests, spaceData } = await observed()
  const missed = await get(KP)
  expect(last()).toEqual({
    type: 'request',
    id: missed.headers.get('x-service-request-id'),
    method: 'GET',
    route: KP,
    status: 200,
    code: null,
    cache: 'miss',
    account: (await spaceData.keys.list())[0]?.account,
    key: (await spaceData.keys.list())[0]?.id,
    bytes: missed.text.length,
    ms: expect.any(Number),
  })
  expect(last()?.ms).toBeGreaterThan(0)
  const hit = await get(KP)
  expect(last()).toMatchObject({ cache: 'hit', status: 200 })
  await get(KP, { 'if-none-match': String(hit.headers.get('etag')) })
  expect(last()).toMatchObject({ cache: 'hit', status: 304, bytes: 0 })
  expect(requests()).toHaveLength(3)
})

it('is told of every other answer, too, by the path as the table has it', async () => {
  const { ask, get, key, last } = await observed()
  await ask('GET', '/nowhere')
  expect(last()).toMatchObject({ route: null, status: 404, code: 'not_found', account: null })
  await ask('DELETE', '/status')
  expect(last()).toMatchObject({
    method: 'DELETE',
    route: '/status',
    status: 405,
    code: 'method_not_allowed',
  })
  await ask('OPTIONS', KP)
  expect(last()).toMatchObject({ method: 'OPTIONS', route: KP, status: 204, code: null, bytes: 0 })
  await ask('GET', KP)
  expect(last()).toMatchObject({ route: KP, status: 401, code: 'missing_key', account: null, key: null })
  await get('/v1/objects/not-one')
  expect(last()).toMatchObject({ route: '/v1/objects/{norad_id}', status: 400, code: 'invalid_parameter' })
  expect(last()?.account).toMatch(/^key_/)
  const head = await ask('HEAD', '/v1/objects/25544', { 'x-api-key': key })
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
  expect(last()).toMatchObject({ method: 'HEAD', route: '/v1/objects/{norad_id}', status: 200, bytes: 0 })
  await ask('GET', '/v1/speedtest/down?bytes=100000')
  expect(last()).toMatchObject({ route: '/v1/speedtest/down', status: 200, cache: null, bytes: 100_000 })
})

it('is told why a request was refused with 429', async () => {
  const { ask, get, last } = await observed({
    tiers: { hobby: { requests_per_day: 1 } },
  })
  await get(KP)
  await get(KP)
  expect(last()).toMatchObject({ route: KP, status: 429, code: 'rate_limited', bytes: expect.any(Number) })
  const order = [
    'POST',
    '/v1/keys',
    { 'content-type': 'application/json' },
    undefined,
    '{"label":"me"}',
  ] as const
  await ask(...order)
  await ask(...order)
  expect(last()).toMatchObject({
    route: '/v1/keys',
    status: 429,
    code: 'key_issuance_limited',
    account: null,
  })
})

it('is told of a failure by its code', async () => {
  const { get, last } = await observed({ fetch: () => Promise.reject(new TypeError('nobody is there')) })
  await get(KP)
  expect(last()).toMatchObject({ route: KP, status: 503, code: 'upstream_unavailable', cache: null })
  expect(last()?.account).toMatch(/^key_/)
})

it('holds no key, target, header or address, wherever a client puts it', async () => {
  const { spaceData, events, key } = await observed()
  const secret = key.slice('sd_live_'.length)
  const asks: [string, RequestInit?][] = [
    [`/${key}`],
    [`${KP}?key=${key}`],
    [`/v1/objects/${key}`, { headers: { 'x-api-key': key } }],
    [`/v1/tle/${key}`],
    [KP, { headers: { 'user-agent': key, referer: key, cookie: key, authorization: `Bearer ${key}` } }],
    ['/status', { headers: { accept: key, origin: `https://${key}` } }],
    ['/status', { method: key }],
    ['/v1/keys', { method: 'POST', body: JSON.stringify({ label: key }) }],
  ]
  for (const [path, init] of asks) {
    const request = new Request(`http://space-data.test${path}`, init)
    await (await spaceData.handle(request, { ip: '198.51.100.77', requestId: key })).arrayBuffer()
  }
  const told = JSON.stringify(events)
  expect(events.length).toBeGreaterThanOrEqual(asks.length)
  expect(told).not.toContain(secret)
  expect(told).not.toContain('198.51.100.77')
  expect(told).not.toContain('objects/sd_')
  expect(events.filter((event) => event.type === 'request').map(({ method }) => method)).toContain('other')
})

it('gives the request id that a trusted proxy gave, when it is no key', async () => {
  const { ask, last } = await observed()
  await ask('GET', '/ref', {}, { ip: '192.0.2.1', requestId: 'proxy-0123456789' })
  expect(last()?.id).toBe('proxy-0123456789')
})

it('gives routes without the base', async () => {
  const { spaceData, last } = await observed({ base: '/space' })
  await spaceData.handle(new Request('http://space-data.test/space/ref/units'))
  expect(last()).toMatchObject({ route: '/ref/units', status: 200 })
  await spaceData.handle(new Request('http://space-data.test/ref/units'))
  expect(last()).toMatchObject({ route: null, status: 404 })
})

it('is not told of what the operator asks', async () => {
  const { spaceData, requests } = await observed()
  expect((await spaceData.handleAsOperator(new Request('http://space-data.test/ref'))).status).toBe(200)
  expect(requests()).toEqual([])
})

it('cannot fail a request', async () => {
  const errors: unknown[] = []
  const spaceData = createSpaceData({
    now: stoppedClock().now,
    onError: (error) => errors.push(error),
    onEvent: () => {
      throw new Error('the listener is broken')
    },
  })
  expect((await spaceData.handle(new Request('http://space-data.test/ref'))).status).toBe(200)
  expect(errors).toEqual([new Error('the listener is broken')])
})

it('costs nothing when nobody listens: no clock is asked', async () => {
  const spaceData = createSpaceData({ now: stoppedClock().now })
  const ask = { method: 'GET', target: '/ref', header: () => null, ip: () => '192.0.2.1', defer: () => {} }
  await spaceData.answer(ask)
  const clock = vi.spyOn(performance, 'now')
  try {
    await spaceData.answer(ask)
    expect(clock).not.toHaveBeenCalled()
  } finally {
    clock.mockRestore()
  }
})
