import { createSpaceData, type SpaceDataOptions } from '@space-data/core'
import { textEndpoint } from '@space-data/core/endpoint'
import { mirrorOf } from '@space-data/core/mirror'
import { describe, expect, test } from 'vitest'
import { referenceLink } from '../../packages/core/src/features/pages/docs/operation-links.ts'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { endpoints, examplePath, optionalEndpoints } from '../support/table.ts'

const KP = '/v1/space-weather/kp'
const GOOD_SHAPE = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'

const optional = optionalEndpoints()
const open = (anonymous: number, options: SpaceDataOptions = {}, clock = stoppedClock()) =>
  testService({ anonymous, ...options }, clock)

test('without the option the document is the published one, and what may be optional is 401', async () => {
  expect(endpoints.map(({ access }) => access)).not.toContain('optional_key')
  expect(optional.length).toBeGreaterThan(40)
  const off = await testService({ anonymous: 0 })
  expect(JSON.stringify(await off.spaceData.openapi())).toBe(
    JSON.stringify(await (await testService()).spaceData.openapi()),
  )
  for (const endpoint of optional) {
    const { status, json, headers } = await off.ask('GET', examplePath(endpoint))
    expect([status, json.error, headers.get('ratelimit')]).toEqual([401, 'missing_key', null])
  }
})

test('a response without a key is what it is with one, but for the quota', async () => {
  const { ask, get } = await open(100)
  for (const [i, path] of optional.map(examplePath).entries()) {
    const keyed = await get(path)
    const { status, headers, text } = await ask('GET', path, {}, { ip: `192.0.2.${i}` })
    expect([status, text]).toEqual([keyed.status, keyed.text])
    const counted = status < 500
    expect(headers.get('ratelimit-policy')).toBe('"network-day";q=100;w=86400')
    expect(headers.get('ratelimit')).toBe(`"network-day";r=${counted ? 99 : 100};t=43200`)
    for (const name of ['cache-control', 'vary', 'etag', 'content-type'])
      expect(headers.get(name)).toBe(keyed.headers.get(name))
  }
})

test('a response is private, and depends on the key', async () => {
  const { ask } = await open(100)
  const { headers } = await ask('GET', KP)
  expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
  expect(headers.get('vary')).toBe('Authorization, X-API-Key')
})

test('200, 400, 404 and HEAD count, OPTIONS and 405 do not; a 304 is refunded, and so is a 5xx', async () => {
  const { ask } = await open(100, { upstreams: { donki: 'http://127.0.0.1:9' } })
  const left = async (method: string, path: string, headers = {}) => {
    const reply = await ask(method, path, headers)
    return [reply.status, Number(/r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1])]
  }
  const { headers } = await ask('GET', KP)
  expect(await left('HEAD', KP)).toEqual([200, 98])
  expect(await left('GET', `${KP}?at=yesterday`)).toEqual([400, 97])
  expect(await left('GET', '/shell/density/400')).toEqual([404, 96])
  expect(await left('OPTIONS', KP)).toEqual([204, Number.NaN])
  expect(await left('DELETE', KP)).toEqual([405, Number.NaN])
  expect(await left('GET', KP, { 'if-none-match': headers.get('etag') })).toEqual([304, 96])
})

describe('a request with a key', () => {
  test.each([
    ['an unknown key', { 'x-api-key': GOOD_SHAPE }],
    ['an unknown Bearer key', { authorization: `Bearer ${GOOD_SHAPE}` }],
    ['an empty key', { 'x-api-key': '' }],
    ['a Bearer token of another shape', { authorization: 'Bearer secret' }],
    ['two keys in one header', { 'x-api-key': `${GOOD_SHAPE}, ${GOOD_SHAPE}` }],
  ])('is 401 with %s, and counts for nobody', async (_, headers) => {
    const { ask } = await open(100)
    const { status, json, headers: sent } = await ask('GET', KP, headers as Record<string, string>)
    expect([status, json.error, sent.get('ratelimit')]).toEqual([401, 'invalid_key', null])
    expect((await ask('GET', KP)).headers.get('ratelimit')).toContain('r=99')
  })

  test('that is revoked or has expired is 401', async () => {
    const { ask, spaceData, clock } = await open(100)
    const revoked = await spaceData.keys.issue({ tier: 'hobby', label: 'revoked' })
    await spaceData.keys.revoke(revoked.record.id)
    expect((await ask('GET', KP, { 'x-api-key': revoked.key })).json.error).toBe('invalid_key')
    const { key } = await spaceData.keys.issue({ tier: 'free', label: 'short', expiresInMs: 3_600_000 })
    clock.advance(2 * 86_400_000)
    expect((await ask('GET', KP, { 'x-api-key': key })).json.error).toBe('expired_key')
  })

  test('counts for its account alone, also once its network has used all', async () => {
    const { ask, get } = await open(1)
    expect((await get(KP)).headers.get('ratelimit')).toBe('"day";r=49999;t=43200')
    expect((await ask('GET', KP)).status).toBe(200)
    expect((await ask('GET', KP)).status).toBe(429)
    expect((await get(KP)).headers.get('ratelimit')).toBe('"day";r=49998;t=43200')
  })

  test('whose Authorization is for a gateway in front is one without a key', async () => {
    const { ask } = await open(100)
    const { status, headers } = await ask('GET', KP, { authorization: 'Basic dXNlcjpwYXNz' })
    expect([status, headers.get('ratelimit')]).toEqual([200, '"network-day";r=99;t=43200'])
  })
})

describe('a network that has used its requests', () => {
  test('gets 429 until midnight, with when it begins anew and how to get a key; other networks do not', async () => {
    const clock = stoppedClock('2026-11-21T23:59:58.400Z')
    const { ask } = await open(2, {}, clock)
    await ask('GET', KP)
    await ask('GET', '/v1/space-weather/wind')
    const { status, json, headers } = await ask('GET', KP)
    expect([status, json]).toEqual([
      429,
      {
        error: 'rate_limited',
        message:
          'This network has used its 2 requests without a key for today; the quota resets at 00:00 UTC. ' +
          'For your own quota, get a free key: POST /v1/keys, no e-mail needed.',
        retry_after_seconds: 2,
      },
    ])
    expect(headers.get('retry-after')).toBe('2')
    expect(headers.get('ratelimit')).toBe('"network-day";r=0;t=2')
    expect((await ask('GET', KP, {}, { ip: '192.0.2.9' })).status).toBe(200)
    clock.goTo('2026-11-22T00:00:00Z')
    expect((await ask('GET', KP)).status).toBe(200)
  })

  test('hears that it is the block, where neighbours have used all of that', async () => {
    const { ask } = await open(1)
    for (let i = 0; i < 64; i += 1) await ask('GET', KP, {}, { ip: `2001:db8:1:${i}::1` })
    const { status, json, headers } = await ask('GET', KP, {}, { ip: '2001:db8:1:ff::1' })
    expect(status).toBe(429)
    expect(json.message).toMatch(/^The block of addresses around this network has used /)
    expect(headers.get('ratelimit')).toBe('"network-day";r=0;t=43200')
    expect(headers.get('ratelimit-policy')).toBe('"network-day";q=1;w=86400')
  })

  test('is told the path of keys below the base', async () => {
    const { spaceData } = await open(1, { base: '/space' })
    const get = () => spaceData.handle(new Request(`http://x.test/space${KP}`), { ip: '192.0.2.1' })
    await get()
    expect((await (await get()).json()).message).toContain('POST /space/v1/keys')
  })
})

test('a client without a known address needs a key', async () => {
  const { ask } = await open(100)
  const { status, json, headers } = await ask('GET', KP, {}, {})
  expect([status, json.error, headers.get('ratelimit')]).toEqual([401, 'missing_key', null])
})

test('the order of checks is that with a key: 404, 405, quota, parameters, data', async () => {
  const { ask } = await open(1)
  const errorOf = async (method: string, path: string) => (await ask(method, path)).json?.error
  expect(await errorOf('DELETE', '/nowhere/0x1')).toBe('not_found')
  expect(await errorOf('DELETE', '/v1/objects/0x1')).toBe('method_not_allowed')
  expect(await errorOf('GET', '/v1/objects/0x1')).toBe('invalid_parameter')
  expect(await errorOf('GET', '/v1/objects/0x1')).toBe('rate_limited')
})

test('streams, alerts, webhooks and debris products need a key as before', async () => {
  const { ask } = await open(100)
  const others = endpoints.filter(
    ({ access, path }) => access === 'key' && !optional.some((each) => each.path === path),
  )
  expect(others.length).toBeGreaterThan(20)
  for (const endpoint of others) {
    const { status, json } = await ask(endpoint.method, examplePath(endpoint))
    expect([endpoint.path, status, json.error]).toEqual([endpoint.path, 401, 'missing_key'])
  }
})

test('single queries to CelesTrak are shared by networks as by accounts', async () => {
  const { ask, spaceData } = await open(100, {
    fetch: async (input) => {
      const { searchParams } = new URL(String(input instanceof Request ? input.url : input))
      const id = searchParams.get('CATNR')
      return id ? new Response('No GP data found', { status: 404 }) : new Response('[]', { status: 503 })
    },
  })
  const statuses: number[] = []
  for (let i = 0; i < 7; i += 1) statuses.push((await ask('GET', `/v1/objects/${90_000 + i}`)).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 503, 503])
  expect((await ask('GET', '/v1/objects/90008')).json.message).toContain('This network has used its 5')
  const { key } = await spaceData.keys.issue({ tier: 'hobby', label: 'own share' })
  expect((await ask('GET', '/v1/objects/90009', { 'x-api-key': key })).status).toBe(404)
})

describe('what an instance says of itself', () => {
  test('the document has the key as optional, /ref/endpoints as not needed', async () => {
    const { ask, spaceData } = await open(100)
    const { paths } = (await spaceData.openapi()) as {
      paths: Record<string, { get: { security: object[] } }>
    }
    expect(paths[KP]?.get.security).toEqual([{ bearer: [] }, { apiKey: [] }, {}])
    expect(paths['/shell/history']?.get.security).toEqual([{ bearer: [] }, { apiKey: [] }])
    const { endpoints: rows } = (await ask('GET', '/ref/endpoints')).json.data
    const needed = (path: string) => rows.find((row: { path: string }) => row.path === path).key_needed
    expect([needed(KP), needed('/shell/history')]).toEqual([false, true])
  })
})

test('/ref/tiers and the home page have what a network gets, the reference that a key is optional', async () => {
  const { ask } = await open(1_500)
  const [first] = (await ask('GET', '/ref/tiers')).json.data.tiers
  expect(first).toMatchObject({ tier: 'anonymous', requests_per_day: 1_500, keys: 0, debris_products: false })
  const home = (await ask('GET', '/', { accept: 'text/html' })).text
  expect(home).toContain('Most values need no key, up to 1,500 requests a day per network.')
  expect(home).toContain('No key is needed. If you have one, send it as <code>x-api-key</code>')
  expect(home).toMatch(/<button id="try" type="button" data-path="v1\/space-weather\/kp" data-keyless>/)
  const docs = await Promise.all(
    [...new Set(optional.map(({ tag }) => tag))].map(
      async (tag) => (await ask('GET', referenceLink('/', tag))).text,
    ),
  )
  expect(docs.join('').match(/<small>key optional<\/small>/g)).toHaveLength(optional.length)
  const off = await testService()
  const names = (await off.ask('GET', '/ref/tiers')).json.data.tiers.map(({ tier }: { tier: string }) => tier)
  expect(names).not.toContain('anonymous')
  expect((await off.ask('GET', '/', { accept: 'text/html' })).text).not.toContain('Most values need none')
  expect((await off.ask('GET', '/docs?group=space-weather')).text).not.toContain('key optional')
})

describe('the option', () => {
  test.each([-1, 1.5, 1_000_001, '100', Number.NaN])('is refused: %s', (anonymous) => {
    expect(() => createSpaceData({ anonymous: anonymous as number })).toThrow(
      /^anonymous must be a whole number of requests per day from 0 to 1,000,000/,
    )
  })

  test('is refused where it would allow nothing', () => {
    const authorize = () => undefined
    expect(() => createSpaceData({ anonymous: 1, authorize })).toThrow(
      /^anonymous: cannot be combined with authorize/,
    )
    const tiers = {
      anonymous: { requestsPerDay: 5, keys: 1, price: '0', support: 'none' },
    }
    expect(() => createSpaceData({ anonymous: 1, tiers })).toThrow(
      'cannot be combined with a tier named anonymous',
    )
    expect(() => createSpaceData({ tiers })).not.toThrow()
    const mirror = mirrorOf({ origin: 'http://central.test', key: () => GOOD_SHAPE, access: 'open' })
    expect(() => createSpaceData({ anonymous: 1, mirror })).toThrow(
      /^anonymous: cannot be combined with authorize/,
    )
  })

  test('holds for endpoints of the host’s own that say so', async () => {
    const own = (access: 'key' | 'optional_key', path: string) =>
      textEndpoint({
        path,
        operationId: path.slice(4),
        summary: 'Of the host',
        tag: 'Own',
        access,
        ttlMs: 60_000,
        headers: {},
        source: {
          upstreams: [],
          stored: false,
          load: async () => ({ data: { text: 'fine', headers: {} }, source: 'own', fetchedAt: 0 }),
        },
      })
    const endpoints = [own('optional_key', '/v1/optional'), own('key', '/v1/needed')]
    const statusesAt = async (anonymous: number) => {
      const spaceData = createSpaceData({ anonymous, endpoints, now: () => new Date(0), onError() {} })
      const get = (path: string) => spaceData.handle(new Request(`http://x.test${path}`), { ip: '192.0.2.1' })
      return [(await get('/v1/optional')).status, (await get('/v1/needed')).status]
    }
    expect(await statusesAt(1)).toEqual([200, 401])
    expect(await statusesAt(0)).toEqual([401, 401])
  })

  test('holds on a mirror, whose own networks count there alone', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const { spaceData } = await openMirror(central, clock, { anonymous: 1 })
    const get = () => spaceData.handle(new Request(`http://mirror.test${KP}`), { ip: '192.0.2.1' })
    const { status, headers } = await get()
    expect([status, headers.get('ratelimit')]).toEqual([200, '"network-day";r=0;t=43200'])
    expect((await get()).status).toBe(429)
    expect((await central.get(KP)).status).toBe(200)
    const unkeyed = await central.spaceData.handle(new Request(`http://x.test${KP}`), { ip: '192.0.2.1' })
    expect(unkeyed.status).toBe(401)
  })
})
