import {
  createSpaceData,
  InvalidOptionError,
  type Payloads,
  type ServiceEvent,
  type WholeSpaceData,
} from '@space-data/core'
import {
  dataEndpoint,
  type Endpoint,
  fromFeed,
  fromStatic,
  hours,
  minutes,
  named,
  type OwnProvider,
  quantity,
  text,
  textEndpoint,
  upstream,
  wholeNumber,
} from '@space-data/core/endpoint'
import { everything } from '@space-data/core/features'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { CENTRAL, centralOn, openMirror } from '../mirror/pair.ts'
import { fluxBody, ownService, radioFlux } from '../support/own-endpoint.ts'
import { withReceivers } from '../support/receivers.ts'
import { stoppedClock } from '../support/service.ts'

const PATH = '/v1/solar/radio-flux'

const observatory: OwnProvider = {
  id: 'observatory',
  name: 'The Observatory',
  origin: 'https://observatory.test/s3cret-t0ken',
  licence: 'CC BY 4.0',
  attribution: 'The Observatory, https://observatory.test',
  cadence: 'Every hour',
  budget: { calls: 2, perMs: hours(1) },
}

const spots = upstream<{ region: number }, number>({
  id: 'observatory-spots',
  provider: observatory,
  label: 'sunspots',
  target: ({ region }) => `/spots/${region}`,
  probeParams: { region: 1 },
  parse: (body) => Number(body),
  newestAt: () => null,
  cadenceMs: hours(1),
})

const spotCount = dataEndpoint({
  path: '/v1/solar/spots/{region}',
  operationId: 'getSpots',
  summary: 'Sunspots of a region',
  tag: 'Sun',
  access: 'public',
  ttlMs: minutes(5),
  parameters: { region: wholeNumber('Number of the region', 4274) },
  data: named('Spots', v.strictObject({ spots: quantity('Spots', 12, 0), region: quantity('Region', 4274) })),
  source: fromFeed(spots, (count, { params }) => ({ spots: count, region: params.region })),
})

const spotTable = textEndpoint({
  path: '/v1/solar/spots/{region}/table.csv',
  operationId: 'getSpotTable',
  summary: 'Sunspots of a region as CSV',
  tag: 'Sun',
  access: 'key',
  ttlMs: minutes(5),
  parameters: { region: wholeNumber('Number of the region', 4274) },
  types: ['text/csv'],
  headers: {},
  source: fromFeed(spots, (count, { params: { region } }) => {
    return { text: `region,spots\n${region},${count}\n`, type: 'text/csv', headers: {} }
  }),
})

describe('an endpoint of the host’s own', () => {
  test('has a key, a quota, the envelope, an ETag and the cache of a built-in one', async () => {
    const { get, asked, clock, spaceData, account, key } = await ownService([radioFlux])
    expect((await get(PATH, {})).status).toBe(401)
    const response = await get(PATH)
    expect(response.headers.get('ratelimit')).toContain('r=')
    expect(await response.json()).toEqual({
      source: 'NOAA SWPC 10.7 cm solar radio flux',
      fetched_at: '2026-11-21T12:00:00.000Z',
      valid_until: '2026-11-21T13:00:00.000Z',
      data: {
        flux_sfu: 140,
        mean_90_days_sfu: 151,
        as_of: '2026-11-20T20:00:00.000Z',
        source: 'NOAA SWPC 10.7 cm solar radio flux',
      },
    })
    clock.advance(minutes(1))
    const etag = response.headers.get('etag') ?? ''
    expect((await get(PATH, { 'x-api-key': key, 'if-none-match': etag })).status).toBe(304)
    expect((await spaceData.handle(new Request(`http://x.test${PATH}`, { method: 'POST' }))).status).toBe(405)
    expect(asked).toEqual(['https://services.swpc.noaa.gov/json/f107_cm_flux.json'])
    expect(await spaceData.keys.usage(account)).toMatchObject({ requestsToday: 1 })
  })

  test('is served stale while its upstream fails, and is a problem without a copy', async () => {
    const stale = await ownService([radioFlux], { staleIfErrorMs: hours(6) })
    await stale.get(PATH)
    stale.upstream.respond = () => new Response('', { status: 500 })
    stale.clock.advance(hours(2))
    const response = await stale.get(PATH)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.headers.get('cache-status')).toMatch(/ttl=-/)
    const { spaceData, upstream } = await ownService([radioFlux])
    upstream.respond = () => new Response('[]')
    await expect(spaceData.get(PATH)).rejects.toMatchObject({ code: 'upstream_invalid' })
  })

  test('and its feed are listed wherever the built-in ones are', async () => {
    const events: ServiceEvent[] = []
    const { spaceData, get } = await ownService([radioFlux], { onEvent: (event) => events.push(event) })
    await get(PATH)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'upstream', feed: 'swpc-f107', provider: 'swpc', ok: true }),
    )
    expect(events).toContainEqual(expect.objectContaining({ type: 'request', route: PATH, status: 200 }))
    const read = async (path: string) => (await (await get(path, { accept: 'application/json' })).json()).data
    expect((await read('/')).endpoints).toContainEqual(expect.objectContaining({ path: PATH, access: 'key' }))
    expect((await read('/ref/endpoints')).endpoints).toContainEqual(expect.objectContaining({ path: PATH }))
    expect((await read('/status')).upstreams).toContainEqual(
      expect.objectContaining({ id: 'swpc-f107', endpoints: [PATH], status: 'operational' }),
    )
    const { paths, components, tags } = (await spaceData.openapi()) as Record<string, Record<string, object>>
    expect(paths?.[PATH]).toMatchObject({ get: { operationId: 'getNoonFlux', tags: ['Sun'] } })
    expect(components).toMatchObject({ schemas: { NoonFlux: { type: 'object' } } })
    expect(tags).toContainEqual({ name: 'Sun', description: 'Sun' })
    for (const page of ['/docs?group=sun', '/status'])
      expect(await (await get(page, { accept: 'text/html' })).text()).toContain('radio-flux')
    const { upstreams } = await spaceData.jobs.checks.run({ paceMs: 0 })
    expect(upstreams).toContainEqual(expect.objectContaining({ id: 'swpc-f107', status: 'operational' }))
  })

  test('has its path and its payload in the types of get', async () => {
    const { spaceData } = await ownService([radioFlux, spotCount])
    const { data } = await spaceData.get(PATH)
    expectTypeOf(data).toEqualTypeOf<{
      flux_sfu: number
      mean_90_days_sfu: number | null
      as_of: string
      source: string
    }>()
    expect(data.flux_sfu).toBe(140)
    expectTypeOf(spaceData).toExtend<WholeSpaceData>()
    type Paths = Parameters<typeof spaceData.get>[0]
    expectTypeOf<Paths>().toEqualTypeOf<keyof Payloads | typeof PATH | '/v1/solar/spots/{region}'>()
    expectTypeOf(await spaceData.get('/v1/space-weather/kp').catch(() => undefined))
      .exclude<undefined>()
      .toHaveProperty('data')
      .toEqualTypeOf<{ kp: number; as_of: string; source: string }>()
    // @ts-expect-error: the path is one of another instance.
    await expect(createSpaceData().get(PATH)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a provider of the host’s own', () => {
  test('has its name in responses, its terms at /ref/sources, and its budget for all its feeds', async () => {
    const { spaceData, get, asked, upstream, clock } = await ownService([spotCount, spotTable])
    upstream.respond = () => new Response('12')
    const spots = await (await get('/v1/solar/spots/4274')).json()
    expect(spots).toMatchObject({ source: 'The Observatory sunspots', data: { spots: 12, region: 4274 } })
    const table = await get('/v1/solar/spots/1/table.csv')
    expect([table.headers.get('content-type'), await table.text()]).toEqual([
      'text/csv; charset=utf-8',
      'region,spots\n1,12\n',
    ])
    expect(JSON.stringify(await spaceData.openapi())).toContain(
      '"text/csv":{"schema":{"type":"string","description":"Sunspots of',
    )
    expect(asked).toEqual([4274, 1].map((n) => `https://observatory.test/s3cret-t0ken/spots/${n}`))
    const refused = await get('/v1/solar/spots/7')
    expect([refused.status, (await refused.json()).message]).toEqual([
      503,
      expect.stringContaining('The Observatory is not being queried'),
    ])
    expect(asked).toHaveLength(2)
    clock.advance(hours(1))
    expect((await get('/v1/solar/spots/7')).status).toBe(200)
    const { sources } = (await (await get('/ref/sources')).json()).data
    expect(sources.at(-1)).toMatchObject({ provider: 'The Observatory', feeds: ['observatory-spots'] })
  })

  test('has an origin that is in no error', async () => {
    const errors: unknown[] = []
    const { get, upstream } = await ownService([spotCount], { onError: (error) => errors.push(error) })
    upstream.respond = () => {
      throw new TypeError(`no route to ${observatory.origin}`)
    }
    const response = await get('/v1/solar/spots/1')
    expect([response.status, (await response.json()).error]).toEqual([503, 'upstream_unavailable'])
    expect(errors).toHaveLength(1)
    const { cause } = (errors[0] as Error).cause as Error
    expect(String(cause)).toContain('no route to')
    expect(String(cause)).not.toContain('s3cret')
  })
})

const made = (changes: object): Endpoint => ({ ...radioFlux, ...changes })
const withFeed = (changes: object): Endpoint =>
  made({ upstreams: radioFlux.upstreams.map((feed) => ({ ...feed, ...changes })) })
const answer = (path: string, name: string, data: v.GenericSchema) =>
  dataEndpoint({
    path,
    operationId: name,
    summary: 'Any',
    tag: 'Any',
    access: 'open',
    ttlMs: 1,
    data,
    source: fromStatic((): unknown => ({})),
  })
const other = made({ path: '/v1/other', operationId: 'getOther' })

const refusals: [string, readonly Endpoint[], RegExp][] = [
  ['is none', [{} as Endpoint], /number 0 must be made by dataEndpoint or textEndpoint/],
  ['is nothing', [undefined as unknown as Endpoint], /number 0 must be made by/],
  ['is outside /v1', [made({ path: '/solar/flux' })], /\/solar\/flux must begin with \/v1\//],
  ['has a path of another style', [made({ path: '/v1/x/:id' })], /\/v1\/x\/:id must begin with/],
  ['has a parameter of no name', [made({ path: '/v1/x/{1}' })], /must begin with/],
  ['ends with a slash', [made({ path: '/v1/x/' })], /must begin with/],
  ['has a built-in path', [made({ path: '/v1/space-weather/kp' })], /collides with \/v1\/space-weather\/kp/],
  [
    'has a path within a built-in one',
    [made({ path: '/v1/tle/mine' })],
    /collides with \/v1\/tle\/\{group\}/,
  ],
  [
    'has a path around built-in ones',
    [made({ path: '/v1/space-weather/{x}', pathParameters: { x: v.string() } })],
    /collides with \/v1\/space-weather\/kp/,
  ],
  [
    'has the pattern of another',
    ['id', 'name'].map((name) =>
      made({ path: `/v1/x/{${name}}`, operationId: name, pathParameters: { [name]: v.string() } }),
    ),
    /\/v1\/x\/\{name\} collides with \/v1\/x\/\{id\}/,
  ],
  ['is there twice', [radioFlux, radioFlux], /collides with \/v1\/solar\/radio-flux/],
  [
    'has a built-in operationId',
    [made({ operationId: 'getKp' })],
    /operationId getKp is already used by \/v1\/space/,
  ],
  ['has the operationId of another', [radioFlux, made({ path: '/v1/x' })], /getNoonFlux is already used by/],
  ['has no schema for a parameter', [made({ path: '/v1/x/{id}' })], /one schema for each name in braces/],
  ['is of the access of key issuance', [made({ access: 'issuance' })], /access must be one of key, /],
  ['is valid for no time', [made({ ttlMs: 0 })], /ttlMs must be above 0/],
  ['has a built-in schema name', [made({ success: named1('Kp') })], /another schema named Kp/],
  ['has what JSON has not', [answer('/v1/x', 'getX', v.date())], /cannot describe them: .*date/],
  ['has a feed with a built-in id', [withFeed({ id: 'swpc-kp-1m' })], /feed swpc-kp-1m: there is another/],
  ['has a feed of an odd id', [withFeed({ id: 'A b' })], /feed "A b": its id/],
  ['has a feed of an odd label', [withFeed({ label: 'µ' })], /its label must be printable ASCII/],
  [
    'has the feed id of another',
    [radioFlux, { ...other, upstreams: withFeed({ label: 'x' }).upstreams }],
    /there is another feed with this id/,
  ],
  ['has a provider of a taken id', [withProvider({ id: 'swpc' })], /provider swpc: there is another/],
  [
    'has a provider of a taken name',
    [withProvider({ name: 'CelesTrak' })],
    /another provider named CelesTrak/,
  ],
  [
    'has another provider of one name',
    [withProvider({}), { ...other, upstreams: withProvider({ id: 'b' }, 'feed-b').upstreams }],
    /another provider named The Observatory/,
  ],
  ['has a provider without an origin', [withProvider({ origin: 'observatory' })], /origin must be an http/],
  ['has a provider without calls', [withProvider({ budget: { calls: 0, perMs: 1 } })], /budget must be/],
]

function withProvider(changes: object, id = 'feed-a'): Endpoint {
  return withFeed({ id, provider: { ...observatory, ...changes } })
}

function named1(name: string): Endpoint['success'] {
  const data = named(name, v.strictObject({ any: text('Any', 'any') }))
  return { status: 200, description: 'Any', content: { 'application/json': v.strictObject({ data }) } }
}

describe('an endpoint is refused at once', () => {
  test.each(refusals)('that %s', (_, endpoints, message) => {
    expect(() => createSpaceData({ endpoints })).toThrow(message)
    expect(() => createSpaceData({ endpoints })).toThrow(InvalidOptionError)
  })

  test('in a list that is none', () => {
    expect(() => createSpaceData({ endpoints: radioFlux as never })).toThrow(/endpoints must be a list/)
  })

  test('that has the name of any schema of the OpenAPI document', async () => {
    const { components } = (await createSpaceData({
      features: everything,
      ...withReceivers(),
    }).openapi()) as {
      components: { schemas: object }
    }
    const names = Object.keys(components.schemas)
    expect(names.length).toBeGreaterThan(60)
    const accepted = [...names, 'New'].filter((name) => {
      try {
        return createSpaceData({ features: everything, endpoints: [made({ success: named1(name) })] })
      } catch {
        return false
      }
    })
    expect(accepted).toEqual(['New'])
  })

  test('and endpoints that share a feed or a provider are not', () => {
    expect(() => createSpaceData({ endpoints: [radioFlux, other, spotCount, spotTable] })).not.toThrow()
  })
})

test('a mirror serves own endpoints itself, and the central instance is asked for the others alone', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const asked: string[] = []
  const mirror = await openMirror(central, clock, {
    endpoints: [radioFlux],
    upstreams: { swpc: 'https://stand-in.test' },
    fetch: async (input, init) => {
      asked.push(new URL(String(input)).origin)
      return String(input).startsWith(CENTRAL) ? central.fetch(input, init) : new Response(fluxBody)
    },
  })
  const [own, kp] = [await mirror.get(PATH), await mirror.get('/v1/space-weather/kp')]
  expect([own.status, kp.status]).toEqual([200, 200])
  expect(asked).toEqual(['https://stand-in.test', CENTRAL])
  expect((await central.get(PATH)).status).toBe(404)
  const { upstreams } = JSON.parse((await mirror.get('/status')).text).data
  expect(upstreams).toContainEqual(expect.objectContaining({ id: 'swpc-f107', provider: 'NOAA SWPC' }))
  await using _stop = { [Symbol.asyncDispose]: mirror.spaceData.jobs.prefetch({ paceMs: 0 }) }
  // Groups come after all paths without parameters, among which the own one would be.
  const isAtGroups = () => central.asked.some(({ url }) => url.includes('/v1/tle/'))
  await expect.poll(isAtGroups).toBe(true)
  expect(central.asked.filter(({ url }) => url.includes('radio-flux'))).toEqual([])
})
