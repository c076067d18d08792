import { createSpaceData, InvalidOptionError, memory, type StoreBackend } from '@space-data/core'
import { mirrorOf } from '@space-data/core/mirror'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { stoppedClock } from '../support/service.ts'
import { turns } from '../support/turns.ts'
import { interceptFetch } from '../upstreams/msw.ts'
import { CENTRAL, type Mirror, openMirror } from './pair.ts'

const KP = '/v1/space-weather/kp'
const STATIONS = '/v1/tle/stations'
const MINUTE = 60_000
const KP_TTL = 15 * MINUTE
const TLE_TTL = 6 * 60 * MINUTE

describe('a copy', () => {
  test('is checked with the tag of the central instance, past every cache in between', async () => {
    const { central, next } = await pair()
    central.network = answering(json(), { etag: '"one"' })
    const first = await next()
    const second = await next()
    const [before, after] = central.asked
    expect([before?.headers.has('if-none-match'), after?.headers.get('if-none-match')]).toEqual([
      false,
      '"one"',
    ])
    expect(after?.headers.get('cache-control')).toBe('no-cache')
    expect(second.text).toBe(first.text)
  })

  test('keeps its bytes and its times after a 304', async () => {
    const { central, next, mirror } = await pair()
    central.network = answering(json(), { etag: '"one"' })
    const first = await next()
    central.network = () => new Response(null, { status: 304, headers: { etag: '"one"' } })
    const second = await next()
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(maxAgeOf(first) - maxAgeOf(second)).toBe(819)
    expect(mirror.errors).toEqual([])
  })

  test('takes new bytes with a new tag, and is then checked with that one', async () => {
    const { central, next, clock } = await pair()
    central.network = answering(json(), { etag: '"one"' })
    const first = await next()
    clock.advance(MINUTE)
    central.network = answering(json(clock.now().getTime(), 5), { etag: '"two"' })
    const second = await next()
    await next()
    expect([JSON.parse(first.text).data.kp, JSON.parse(second.text).data.kp]).toEqual([1, 5])
    expect(central.asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"one"', '"two"'])
  })

  test('of a text takes new times from the headers of a 304, and keeps them in the store', async () => {
    const store = shared(memory())
    const { central, clock, mirror } = await pair(store)
    central.network = () => text(clock.now().getTime(), { etag: '"one"' })
    const first = await mirror.get(STATIONS)
    clock.advance(TLE_TTL + MINUTE)
    const at = clock.now().getTime()
    central.network = () => new Response(null, { status: 304, headers: timesOf(at) })
    const second = await mirror.get(STATIONS)
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.get('x-fetched-at')).toBe(new Date(at).toISOString())
    expect(second.headers.get('cache-control')).toContain(`max-age=${TLE_TTL / 1_000}`)
    expect(second.headers.get('x-tle-count')).toBe(first.headers.get('x-tle-count'))

    central.network = Response.error
    const restarted = await openMirror(central, clock, { store })
    const third = await restarted.get(STATIONS)
    expect([third.text, third.headers.get('x-fetched-at')]).toEqual([first.text, new Date(at).toISOString()])
  })

  test('is checked with its tag after a restart, too', async () => {
    const store = shared(memory())
    const { central, clock, mirror } = await pair(store)
    central.network = answering(json(), { etag: '"one"' })
    await mirror.get(KP)
    clock.advance(KP_TTL)
    central.network = answering(json(clock.now().getTime()), { etag: '"two"' })
    await (await openMirror(central, clock, { store })).get(KP)
    expect(central.asked.at(-1)?.headers.get('if-none-match')).toBe('"one"')
  })
})

describe('a tag', () => {
  test.each([
    ['weak', 'W/"one"', '"one"'],
    ['strong', '"one"', 'W/"one"'],
  ])('that is %s is sent as it came, and a 304 may name it in the other form', async (_, etag, other) => {
    const { central, next, mirror } = await pair()
    central.network = answering(json(), { etag })
    const first = await next()
    central.network = () => new Response(null, { status: 304, headers: { etag: other } })
    expect((await next()).text).toBe(first.text)
    await next()
    expect(central.asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, etag, etag])
    expect(mirror.errors).toEqual([])
  })

  test.each([['' as const], ['"caf\u00e9"' as const]])(
    'that is missing or is no ASCII (%j) makes the next request unconditional',
    async (etag) => {
      const { central, next } = await pair()
      central.network = answering(json(), etag === '' ? {} : { etag })
      await next()
      expect((await next()).status).toBe(200)
      expect(central.asked.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false])
    },
  )

  test('of another representation in a 304 makes the mirror request the whole', async () => {
    const { central, next, clock, mirror } = await pair()
    central.network = answering(json(), { etag: '"one"' })
    await next()
    clock.advance(MINUTE)
    const whole = answering(json(clock.now().getTime(), 7), { etag: '"two"' })
    central.network = (request) =>
      request.headers.has('if-none-match')
        ? new Response(null, { status: 304, headers: { etag: '"two"' } })
        : whole(request)
    expect(JSON.parse((await next()).text).data.kp).toBe(7)
    expect(mirror.errors).toEqual([])
  })

  test('is nothing that a 304 can confirm where no copy is held', async () => {
    const { central, mirror } = await pair()
    central.network = () => new Response(null, { status: 304, headers: { etag: '"one"' } })
    expect((await mirror.get(KP)).status).toBe(503)
  })
})

describe('of the headers of the central instance', () => {
  test('those of a connection or of one client are neither stored nor passed on', async () => {
    const backend = memory()
    const { central, mirror } = await pair(backend)
    const unwanted = {
      connection: 'close, x-of-this-hop',
      'x-of-this-hop': 'hop-value',
      'keep-alive': 'timeout=77',
      'transfer-encoding': 'chunked',
      'proxy-authenticate': 'Basic realm="hop-realm"',
      'set-cookie': 'cookie-value=1',
      age: '77',
      date: 'Sat, 21 Nov 2026 11:58:43 GMT',
      'x-service-request-id': 'id-of-the-central-instance',
      'ratelimit-policy': '"day";q=77;w=86400',
    }
    central.network = () => text(START, unwanted)
    const answer = await mirror.get(STATIONS)
    expect(answer.status).toBe(200)
    for (const [name, value] of Object.entries(unwanted)) expect(answer.headers.get(name)).not.toBe(value)
    const records = JSON.stringify([...(backend.adapter as Map<string, unknown>)])
    expect(records).toContain('ISS (ZARYA)')
    for (const value of ['of-this-hop', 'hop-value', 'timeout=77', 'hop-realm', 'cookie-value', '11:58:43'])
      expect(records).not.toContain(value)
  })

  test('Content-Type is kept with the bytes, whatever a 304 says of it', async () => {
    const { central, clock, mirror } = await pair()
    central.network = () => text(START, { etag: '"one"' })
    const first = await mirror.get(STATIONS)
    expect(first.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    clock.advance(TLE_TTL)
    const headers = { ...timesOf(clock.now().getTime()), 'content-type': 'text/html' }
    central.network = () => new Response(null, { status: 304, headers })
    const second = await mirror.get(STATIONS)
    expect([second.headers.get('content-type'), second.text]).toEqual([
      'text/plain; charset=utf-8',
      first.text,
    ])
    expect(mirror.errors).toEqual([])
  })

  test.each(['no-store', 'private, No-Store', 'max-age=60,no-store'])(
    'Cache-Control: %s in a 304 serves the copy to those who wait, and leaves the one held as it was',
    async (control) => {
      const { central, clock, mirror } = await pair()
      central.network = () => text(START, { etag: '"one"' })
      const first = await mirror.get(STATIONS)
      clock.advance(TLE_TTL)
      const headers = { ...timesOf(clock.now().getTime()), 'cache-control': control }
      central.network = () => new Response(null, { status: 304, headers })
      const [second, third] = [await mirror.get(STATIONS), await mirror.get(STATIONS)]
      expect([second.text, third.text]).toEqual([first.text, first.text])
      expect(central.asked).toHaveLength(3)
    },
  )
})

describe('a cache before the central instance', () => {
  test('makes no copy look newer than it is', async () => {
    const { central, clock, mirror } = await pair()
    const body = json()
    clock.advance(10 * MINUTE)
    const control = { 'cache-control': 'private, max-age=900' }
    central.network = answering(body, { ...control, age: '600', date: new Date(START).toUTCString() })
    const answer = await mirror.get(KP)
    expect([answer.headers.get('cache-control'), answer.headers.has('age')]).toEqual([
      'private, max-age=300',
      false,
    ])
    clock.advance(5 * MINUTE)
    // Expired by its own times, though the cache counts its max-age from now on.
    central.network = answering(body, { ...control, date: clock.now().toUTCString() })
    expect((await mirror.get(KP)).headers.get('cache-control')).toBe('no-store')
  })

  test('that gives an older copy than the one held does not replace it', async () => {
    const { central, clock, next } = await pair()
    clock.advance(5 * MINUTE)
    central.network = answering(json(clock.now().getTime(), 5))
    const first = await next()
    central.network = answering(json(START + 4 * MINUTE, 1))
    expect((await next()).text).toBe(first.text)
  })
})

test('a check that fails ahead of expiry is a failure to the operator and none to the client', async () => {
  const { central, next, mirror } = await pair()
  central.network = answering(json())
  const first = await next()
  central.network = Response.error
  expect((await next()).text).toBe(first.text)
  expect(mirror.errors).toHaveLength(1)
  const { data } = JSON.parse((await mirror.get('/status')).text)
  expect(data.upstreams[0]).toMatchObject({ consecutive_failures: 1, schema_ok: null })
})

test.each<[string, object]>([
  ['mirror.origin: an http or https URL', { origin: 'central.example', key: () => 'k' }],
  ['mirror.origin: an http or https URL', { key: () => 'k' }],
  ['mirror.key: a function that returns', { origin: 'https://central.example' }],
  ['mirror.key: a function that returns', { origin: 'https://central.example', key: 'sd_live_x' }],
  ["mirror.access: 'key' or 'open'", { origin: 'https://central.example', key: () => 'k', access: 'all' }],
  ['there is no option of mirror "apiKey". Use origin, key, access, verify.', { origin: 'x', apiKey: 'x' }],
  ['there is no option of mirror "orig". Did you mean origin?', { orig: 'https://central.example' }],
])('%s: options of a mirror that make no sense are refused when it is created', (message, options) => {
  const create = () => mirrorOf(options as never)
  expect(create).toThrow(InvalidOptionError)
  expect(create).toThrow(message)
})

test('options in place of what mirrorOf makes of them are refused with the remedy', () => {
  const mirror = { origin: 'https://central.example', key: () => 'k' } as never
  expect(() => createSpaceData({ mirror })).toThrow('mirrorOf({ … }) of @space-data/core/mirror')
})

const START = Date.UTC(2026, 10, 21, 12)

const internet = interceptFetch()

async function pair(store: StoreBackend = memory()) {
  const clock = stoppedClock(START)
  const central = { key: 'a-key', asked: [] as Request[], network: Response.error as Network }
  internet.use(
    http.get(`${CENTRAL}/*`, ({ request }) => {
      central.asked.push(request)
      return central.network(request)
    }),
  )
  const mirror = await openMirror(central, clock, { store })
  let last: Awaited<ReturnType<Mirror['get']>> | undefined
  /** Gets Kp, from the second time on when the copy is due to be checked, and returns what is then held. */
  const next = async () => {
    const asked = central.asked.length
    if (last) clock.advance(910 * maxAgeOf(last))
    await mirror.get(KP)
    await vi.waitFor(() => expect(central.asked.length).toBeGreaterThan(asked), PATIENCE_MS)
    await turns()
    last = await mirror.get(KP)
    return last
  }
  return { clock, central, mirror, next }
}

type Network = (request: Request) => Response

function answering(body: string, headers: Record<string, string> = {}): Network {
  return () => new Response(body, { headers: { 'content-type': 'application/json', ...headers } })
}

function json(fetchedAt = START, kp = 1): string {
  const [fetched_at, valid_until] = [fetchedAt, fetchedAt + KP_TTL].map((at) => new Date(at).toISOString())
  return JSON.stringify({ source: 'x', fetched_at, valid_until, data: { kp } })
}

function text(fetchedAt: number, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': 'text/plain; charset=utf-8', 'x-source': 'x', 'x-tle-count': '1' }
  const all = { ...own, 'x-tle-omitted': '0', ...timesOf(fetchedAt), ...headers }
  return new Response('ISS (ZARYA)\n', { headers: all })
}

function timesOf(fetchedAt: number): Record<string, string> {
  const [fetched, valid] = [fetchedAt, fetchedAt + TLE_TTL].map((at) => new Date(at).toISOString())
  return { 'x-fetched-at': fetched ?? '', 'x-valid-until': valid ?? '' }
}

function maxAgeOf({ headers }: { readonly headers: Headers }): number {
  return Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])
}

/** A store that outlives the instance that uses it. */
function shared(backend: StoreBackend): StoreBackend {
  return { ...backend, close: async () => {} }
}
