import { gzipSync } from 'node:zlib'
import { HttpResponse, type HttpResponseResolver, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { feeds } from '../support/table.ts'
import { until } from '../support/turns.ts'
import { atProviders, interceptFetch } from './msw.ts'

const clock = stoppedClock()
const sample = shortSample(clock.now)
const SWPC = 'https://services.swpc.noaa.gov'
/** An endpoint with one feed, which has no fallback. */
const PATH = '/v1/space-weather/scales'
const FEED = `${SWPC}/products/noaa-scales.json`
const KIB = 1_024

const internet = interceptFetch(...atProviders(({ url }) => sample(url)))
const answering = (url: string, resolver: HttpResponseResolver) => internet.use(http.get(url, resolver))

async function ask(path = PATH, fetch: typeof globalThis.fetch | 'global' = 'global') {
  const { get, errors } = await testService({ fetch }, clock)
  const { status, json } = await get(path)
  return { status, json, causes: errors.map((error) => ((error as Error).cause as Error).message) }
}

test('the instance’s own fetch reaches every feed, and sends only user-agent and accept', async () => {
  const sent: Request[] = []
  internet.use(
    ...atProviders((request) => {
      sent.push(request)
      return sample(request.url)
    }),
  )
  const { get, spaceData, errors } = await testService({ fetch: 'global' }, clock)
  // Of a client with a key.
  await get(PATH)
  await spaceData.jobs.checks.run({ paceMs: 0 })
  expect(errors).toEqual([])
  const urls = new Set(sent.map(({ url }) => url))
  // Two feeds are read from one document.
  expect(urls.size).toBe(feeds.length - 1)
  expect([...urls].filter((url) => /key|token|authorization/i.test(url))).toEqual([])
  const only = { 'user-agent': expect.stringMatching(/^Space-Data\//), accept: '*/*' }
  for (const { headers } of sent) expect(Object.fromEntries(headers)).toEqual(only)
})

test.each([300, 301, 302, 303, 307, 308])('a redirect by HTTP %i is not followed', async (status) => {
  const places = [
    'https://other.test/',
    'http://169.254.169.254/latest/meta-data/',
    '//127.0.0.1:1/',
    'file:///etc/passwd',
    FEED,
  ]
  for (const location of places) {
    const asked: string[] = []
    internet.use(
      http.all('*', ({ request }) => {
        asked.push(request.url)
        // msw would follow a loop without end.
        if (asked.length > 1) return HttpResponse.json({})
        return new HttpResponse(null, { status, headers: { location, refresh: `0; url=${location}` } })
      }),
    )
    const answer = await ask()
    expect([answer.status, answer.json.error, asked]).toEqual([502, 'upstream_invalid', [FEED]])
  }
})

const never = () => new Promise<never>(() => {})

/** Asks through `fetch`, lets the time run out once the instance waits, and expects the failure. */
async function expectTimeout(fetch: typeof globalThis.fetch | 'global', isWaiting: () => boolean) {
  const time = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  onTestFinished(() => timeout.mockRestore())
  const asked = ask(PATH, fetch)
  await until(isWaiting)
  time.abort(new DOMException('', 'TimeoutError'))
  const { status, causes } = await asked
  expect([status, causes]).toEqual([503, ['no complete response within 10 s']])
  expect(timeout).toHaveBeenCalledWith(10_000)
}

test('a response without headers is given up after 10 s', async () => {
  const answer = vi.fn(never)
  answering(FEED, answer)
  await expectTimeout('global', () => answer.mock.calls.length === 1)
})

test('a body that does not end is given up after 10 s', async () => {
  // Fewer chunks are buffered on the way.
  const pull = vi.fn((body: ReadableStreamDefaultController<Uint8Array>) => {
    if (pull.mock.calls.length === 20) return never()
    body.enqueue(new Uint8Array([0x20]))
  })
  answering(FEED, () => new HttpResponse(new ReadableStream({ pull })))
  await expectTimeout('global', () => pull.mock.calls.length === 20)
})

test('a host’s fetch that ignores the signal is given up after 10 s', async () => {
  // A stand-in, because msw obeys the signal.
  const fetch = vi.fn(never)
  await expectTimeout(fetch, () => fetch.mock.calls.length === 1)
})

test('the timeout of a feed takes the place of 10 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  await ask('/v1/events/recent')
  expect(timeout.mock.calls.filter(([ms]) => ms === 90_000)).toHaveLength(3)
})

test.each([
  [PATH, FEED, 64 * KIB],
  ['/v1/launches/upcoming', 'https://ll.thespacedevs.com/2.3.0/launches/upcoming/', 4_096 * KIB],
])('a body of %s is limited once it is decoded: by its feed, or to 4 MiB', async (path, feed, limit) => {
  const body = await (await sample(feed)).text()
  const padded = async (length: number) => {
    const packed = gzipSync(body.padEnd(length))
    answering(feed, () => new HttpResponse(packed, { headers: { 'content-encoding': 'gzip' } }))
    const { status, causes } = await ask(path)
    return [status, ...causes]
  }
  expect(await padded(limit)).toEqual([200])
  expect(await padded(limit + 1)).toEqual([502, `response larger than ${limit} bytes`])
})

test('an endless body is read no further than its limit', async () => {
  const pull = vi.fn((body: ReadableStreamDefaultController<Uint8Array>) => body.enqueue(new Uint8Array(KIB)))
  answering(FEED, () => new HttpResponse(new ReadableStream({ pull })))
  expect((await ask()).status).toBe(502)
  expect(pull.mock.calls.length).toBeLessThan(2 * 64)
})

test('the fallback of a feed that fails is used, then its own fallback, and named in source', async () => {
  answering(`${SWPC}/json/rtsw/rtsw_wind_1m.json`, () => HttpResponse.error())
  expect((await ask('/v1/space-weather/wind')).json.source).toContain('propagated')
  answering(`${SWPC}/products/geospace/propagated-solar-wind-1-hour.json`, () => HttpResponse.error())
  const { json } = await ask('/v1/space-weather/wind')
  expect(json.source).toContain('summary')
  expect(json.data).toMatchObject({ density_per_cm3: null, dynamic_pressure_npa: null, spacecraft: null })
})

test('a fallback of one of several feeds is named in source', async () => {
  answering('https://kauai.ccmc.gsfc.nasa.gov/DONKI/WS/get/FLR', () => HttpResponse.error())
  const { json } = await ask('/v1/events/recent')
  expect(json.source).toMatch(/^NASA DONKI space weather events; NOAA SWPC .*flares/)
})

test('Launch Library’s "available in N seconds" pauses requests', async () => {
  let asked = 0
  answering('https://ll.thespacedevs.com/*', () => {
    asked += 1
    const detail = 'Request was throttled. Expected available in 2648 seconds.'
    return HttpResponse.json({ detail }, { status: 429 })
  })
  const { clock, get } = await testService({ fetch: 'global' })
  const status = async () => (await get('/v1/launches/upcoming')).status
  expect(await status()).toBe(503)
  clock.advance(2_640_000)
  expect(await status()).toBe(503)
  expect(asked).toBe(1)
  clock.advance(20_000)
  await status()
  expect(asked).toBe(2)
})

test('nothing of a provider’s error response reaches clients', async () => {
  answering(FEED, () => new HttpResponse('marker: stack at /home/secret', { status: 500 }))
  const { json } = await ask()
  expect(JSON.stringify(json)).not.toMatch(/marker|secret|swpc|500/)
})
