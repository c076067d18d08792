import { gzipSync } from 'node:zlib'
import { createSpaceData } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { assertDeclared } from '../support/openapi.ts'

/** A time at which the last window of the three-hour Kp is not six hours old; it passes. */
const aheadMs = Date.parse('2026-11-21T14:30:00Z') - Date.now()
const now = () => new Date(Date.now() + aheadMs)
const sample = sampleFetch(now)
const providers = [
  'https://services.swpc.noaa.gov/*',
  'https://celestrak.org/*',
  'https://ll.thespacedevs.com/*',
  'https://kauai.ccmc.gsfc.nasa.gov/*',
]
const KP = 'https://services.swpc.noaa.gov/json/planetary_k_index_1m.json'
const KP_3H = 'https://services.swpc.noaa.gov/products/noaa-planetary-k-index.json'

/** The host's own fetch, caught on its way out. */
const internet = setupServer(...providers.map((url) => http.all(url, ({ request }) => sample(request.url))))
beforeAll(() => internet.listen({ onUnhandledRequest: 'error' }))
afterEach(() => internet.resetHandlers())
afterAll(() => internet.close())

async function ask(path: string) {
  const errors: unknown[] = []
  const spaceData = createSpaceData({ now, onError: (error) => errors.push(error) })
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'test' })
  const response = await spaceData.handle(
    new Request(`http://space-data.test${path}`, { headers: { 'x-api-key': key } }),
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  assertDeclared('GET', path, response, bytes)
  const json = JSON.parse(new TextDecoder().decode(bytes))
  return { status: response.status, json, errors, spaceData }
}

const bothKpFail = (resolver: Parameters<typeof http.get>[1]) => {
  internet.use(http.get(KP, resolver), http.get(KP_3H, resolver))
}

test.each([
  '/v1/space-weather/kp',
  '/v1/space-weather/wind',
  '/v1/launches/upcoming',
  '/v1/events/recent',
  '/v1/objects/25544',
])('%s answers over the host’s own fetch', async (path) => {
  const { status, errors } = await ask(path)
  expect(errors).toEqual([])
  expect(status).toBe(200)
})

test('a request to a provider names the project in user-agent and accepts anything', async () => {
  let seen: Headers | undefined
  internet.use(
    http.get(KP, ({ request }) => {
      seen = request.headers
      return sample(request.url)
    }),
  )
  await ask('/v1/space-weather/kp')
  expect(seen?.get('user-agent')).toMatch(/^Space-Data\//)
  expect(seen?.get('x-api-key')).toBeNull()
})

test('a redirect of a provider is not followed', async () => {
  let followed = false
  internet.use(
    http.get('http://169.254.169.254/*', () => {
      followed = true
      return HttpResponse.json([])
    }),
  )
  bothKpFail(
    () => new HttpResponse(null, { status: 302, headers: { location: 'http://169.254.169.254/latest' } }),
  )
  const { status, json } = await ask('/v1/space-weather/kp')
  expect(status).toBe(502)
  expect(json.error).toBe('upstream_invalid')
  expect(followed).toBe(false)
})

test('a body is read no further than its limit of decoded bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  bothKpFail(() => new HttpResponse(bomb, { headers: { 'content-encoding': 'gzip' } }))
  const { status, errors } = await ask('/v1/space-weather/kp')
  expect(status).toBe(502)
  expect(String((errors[0] as Error).cause)).toContain('larger than 4194304 bytes')
})

test('a fallback is used when the first feed fails, and named in source', async () => {
  internet.use(http.get(KP, () => HttpResponse.error()))
  const { status, json } = await ask('/v1/space-weather/kp')
  expect(status).toBe(200)
  expect(json.source).toBe('NOAA SWPC planetary K index (3 hours)')
})

test('a fallback’s own fallback is used when both fail', async () => {
  const failing = (path: string) =>
    http.get(`https://services.swpc.noaa.gov${path}`, () => HttpResponse.error())
  internet.use(failing('/json/rtsw/rtsw_wind_1m.json'))
  expect((await ask('/v1/space-weather/wind')).json.source).toContain('propagated')
  internet.use(failing('/products/geospace/propagated-solar-wind-1-hour.json'))
  const { json } = await ask('/v1/space-weather/wind')
  expect(json.source).toContain('summary')
  expect(json.data).toMatchObject({ density_per_cm3: null, dynamic_pressure_npa: null, spacecraft: null })
})

test('a fallback of one of several feeds is named in source', async () => {
  internet.use(http.get('https://kauai.ccmc.gsfc.nasa.gov/DONKI/WS/get/FLR', () => HttpResponse.error()))
  const { json } = await ask('/v1/events/recent')
  expect(json.source).toMatch(/^NASA DONKI space weather events; NOAA SWPC .*flares/)
})

test('Launch Library’s "available in N seconds" pauses requests', async () => {
  let asked = 0
  internet.use(
    http.get('https://ll.thespacedevs.com/*', () => {
      asked += 1
      const detail = 'Request was throttled. Expected available in 2648 seconds.'
      return HttpResponse.json({ detail }, { status: 429 })
    }),
  )
  let now = Date.parse('2026-11-21T12:00:00Z')
  const spaceData = createSpaceData({ now: () => new Date(now), onError: () => {} })
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'test' })
  const get = async () => {
    const url = 'http://space-data.test/v1/launches/upcoming'
    return (await spaceData.handle(new Request(url, { headers: { 'x-api-key': key } }))).status
  }
  expect(await get()).toBe(503)
  now += 2_640_000
  expect(await get()).toBe(503)
  expect(asked).toBe(1)
  now += 20_000
  await get()
  expect(asked).toBe(2)
})

test('nothing of a provider’s error response reaches clients', async () => {
  bothKpFail(() => new HttpResponse('marker: stack at /home/secret', { status: 500 }))
  const { json } = await ask('/v1/space-weather/kp')
  expect(JSON.stringify(json)).not.toMatch(/marker|secret|swpc|500/)
})
