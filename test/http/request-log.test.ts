import { createSpaceData, type ServiceEvent } from '@space-data/core'
import { expect, it, vi } from 'vitest'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { printablePath } from '../../packages/core/src/kernel/http/request-log.ts'
import { stoppedClock, testService } from '../support/service.ts'

type Answered = Extract<ServiceEvent, { type: 'request' }>

const KP = '/v1/space-weather/kp'

/** Starts a service with an observer. */
async function observed(options: Parameters<typeof testService>[0] = {}) {
  const events: ServiceEvent[] = []
  const service = await testService({ onEvent: (event) => events.push(event), ...options })
  const requests = () => events.filter((event): event is Answered => event.type === 'request')
  return { ...service, events, requests, last: () => requests().at(-1) }
}

it('reports a request with its route, account, cache outcome and size', async () => {
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

it('reports every other response with the path template of the table', async () => {
  const { ask, get, key, last } = await observed()
  await ask('GET', '/nowhere')
  expect(last()).toMatchObject({ route: null, path: '/nowhere', status: 404, code: 'not_found' })
  expect(last()).toMatchObject({ account: null })
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

it('reports the code of a 429', async () => {
  const { ask, get, last } = await observed({
    tiers: { hobby: { requestsPerDay: 1 } },
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

it('reports the code of an upstream failure', async () => {
  const { get, last } = await observed({ fetch: () => Promise.reject(new TypeError('nobody is there')) })
  await get(KP)
  expect(last()).toMatchObject({ route: KP, status: 503, code: 'upstream_unavailable', cache: null })
  expect(last()?.account).toMatch(/^key_/)
})

it('has the path of an unknown path, without its query, and no path of a known one', async () => {
  const { ask, last } = await observed()
  await ask('GET', '/wp-login.php?user=me&x=1')
  expect(last()).toMatchObject({ route: null, path: '/wp-login.php' })
  await ask('GET', '/v1/objects/nobody?x=1')
  expect(last()).toMatchObject({ route: '/v1/objects/{norad_id}', status: 401 })
  expect(last()).not.toHaveProperty('path')
})

it.each([
  ['/a b', '/a%20b'],
  ['/\u001b[2J\r\nforged', '/%1B[2J%0D%0Aforged'],
  ['/\u202eé\ud800', '/%E2%80%AE%C3%A9%EF%BF%BD'],
  ['/%1b%0d', '/%1b%0d'],
  ['//host/x?y', '//host/x'],
  ['/x#y', '/x'],
  [`/${'a/'.repeat(80)}`, `/${'a/'.repeat(48)}...`],
  [`/${'é'.repeat(80)}`, `/${'%C3%A9'.repeat(16)}...`],
  ['', undefined],
  ['?x', undefined],
])('the path of %j is %j', (target, path) => {
  expect(printablePath(target)).toBe(path)
  expect(path ?? '').toMatch(/^[!-~]{0,100}$/)
})

it('has no path with a key in it, however it is written', () => {
  const key = newSecret('sd_live_')
  const escaped = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  for (const text of [key, key.slice('sd_live_'.length), newSecret('other_'), escaped, `%73${key.slice(1)}`])
    for (const path of [`/${text}`, `/${'a/'.repeat(45)}${text}`, `/v1/kp/${text}/x`, `/x;key=${text}`])
      expect(printablePath(path), path).toBeUndefined()
})

it.each([
  '/positions/25544/48.137/11.575/0/2',
  '/positions/25544/48.137/11/0/2',
  '/positions/25544/48/-11.575/0/2',
  '/positions/25544/48/-11/0/2',
  '/above/48/11/0/70/18',
  '/above/48%2e137%2f11/',
  '/map;48.137,11.575',
  '/tle/25544&apiKey=0-0',
  '/tle/25544/%26APIKEY=0-0',
])('has no path with what may be a place or a key of another service: %s', (path) => {
  expect(printablePath(`/rest/v1/satellite${path}`)).toBeUndefined()
  expect(printablePath(path)).toBeUndefined()
})

it.each(['/rest/v1/satellite/tle/25544', '/wp-2.1.0/x', '/v1.2/third', '/a/1/2/c'])(
  'has the path %s, in which there is none',
  (path) => expect(printablePath(path)).toBe(path),
)

it('contains no key, query, header or address, wherever a client puts them', async () => {
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

it('contains the request id of a trusted proxy unless that is a key', async () => {
  const { ask, last } = await observed()
  await ask('GET', '/ref', {}, { ip: '192.0.2.1', requestId: 'proxy-0123456789' })
  expect(last()?.id).toBe('proxy-0123456789')
})

it('reports routes without the base', async () => {
  const { spaceData, last } = await observed({ base: '/space' })
  await spaceData.handle(new Request('http://space-data.test/space/ref/units'))
  expect(last()).toMatchObject({ route: '/ref/units', status: 200 })
  await spaceData.handle(new Request('http://space-data.test/ref/units'))
  expect(last()).toMatchObject({ route: null, status: 404 })
})

it('does not report requests of the operator', async () => {
  const { spaceData, requests } = await observed()
  expect((await spaceData.handleAsOperator(new Request('http://space-data.test/ref'))).status).toBe(200)
  expect(requests()).toEqual([])
})

it('does not fail a request when the observer throws', async () => {
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

it('reads no clock when there is no observer', async () => {
  const spaceData = createSpaceData({ now: stoppedClock().now })
  const ask = {
    method: 'GET',
    target: '/ref',
    header: () => null,
    ip: () => '192.0.2.1',
    waitUntil: () => {},
  }
  await spaceData.dispatch(ask)
  const clock = vi.spyOn(performance, 'now')
  try {
    await spaceData.dispatch(ask)
    expect(clock).not.toHaveBeenCalled()
  } finally {
    clock.mockRestore()
  }
})
