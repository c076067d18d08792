import { describe, expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { turns } from '../support/turns.ts'
import { before, CENTRAL, centralOn, openMirror } from './pair.ts'

const KP = '/v1/space-weather/kp'
const PATHS = [
  KP,
  '/v1/space-weather/wind',
  '/v1/space-weather/mag',
  '/v1/space-weather/xray',
  '/v1/space-weather/proton',
  '/v1/launches/upcoming',
  '/v1/events/recent',
  '/v1/objects/25544',
  '/v1/tle/stations',
  '/v1/tle/stations?format=json',
  '/v1/objects/25544?format=kvn',
  '/v1/launches.ics',
]
const MINUTE = 60_000
const DAY = 86_400_000
const away = () => Promise.reject(new TypeError('the central instance is away'))

describe('a mirror', () => {
  test('answers with the bytes, the tag and the times of the central instance', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    for (const path of PATHS) {
      const answer = await mirror.get(path)
      const request = new Request(`${CENTRAL}${path}`, { headers: { 'x-api-key': central.key } })
      const original = await central.spaceData.handle(request)
      expect([path, answer.status, mirror.errors]).toEqual([path, 200, []])
      expect(answer.text).toBe(await original.text())
      for (const name of [
        'etag',
        'content-type',
        'cache-control',
        'vary',
        'x-source',
        'x-valid-until',
        'x-tle-count',
      ])
        expect([name, answer.headers.get(name)]).toEqual([name, original.headers.get(name)])
    }
  })

  test('asks once for what is valid, and gives 304 to a client that has it', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    const first = await mirror.get(KP)
    clock.advance(5 * MINUTE)
    const second = await mirror.get(KP)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('cache-control')).toBe(`private, max-age=${maxAgeOf(first) - 300}`)
    const etag = first.headers.get('etag') ?? ''
    expect((await mirror.get(KP, { 'if-none-match': etag })).status).toBe(304)
    expect(central.asked).toHaveLength(1)
  })

  test('names itself in Cache-Status behind those its answer came through', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const first = await openMirror(central, clock)
    const second = await openMirror(await before(first.spaceData), clock)
    const answer = await second.get(KP)
    expect(
      answer.headers
        .get('cache-status')
        ?.split(', ')
        .map((member) => member.split(';')[0]),
    ).toEqual(['space-data', 'mirror', 'mirror'])
    expect(answer.text).toBe((await first.get(KP)).text)
  })

  test('revalidates ahead of expiry, takes a 304 for what it is, and then the new answer', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    const first = await mirror.get(KP)
    const ttlMs = maxAgeOf(first) * 1_000
    clock.advance(0.91 * ttlMs)
    const statuses: number[] = []
    central.network = async (request) => {
      const response = await central.spaceData.handle(request, { ip: '192.0.2.7' })
      statuses.push(response.status)
      return response
    }
    await mirror.get(KP)
    await turns()
    expect([central.asked.length, central.asked[1]?.headers.get('if-none-match')]).toEqual([
      2,
      first.headers.get('etag'),
    ])
    expect(statuses).toEqual([304])
    expect((await mirror.get(KP)).text).toBe(first.text)
    clock.advance(0.1 * ttlMs)
    const later = await mirror.get(KP)
    expect(JSON.parse(later.text).fetched_at > JSON.parse(first.text).fetched_at).toBe(true)
    expect(statuses.at(-1)).toBe(200)
  })

  test.each([
    ['cannot be reached', away],
    [
      'answers with a page of a gateway',
      () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }),
    ],
    ['answers 500', () => new Response('oh', { status: 500 })],
    ['refuses the key', () => Response.json({ error: 'invalid_key', message: '' }, { status: 401 })],
    [
      'says that the quota is spent',
      () =>
        Response.json(
          { error: 'rate_limited', message: '' },
          { status: 429, headers: { 'retry-after': '40000' } },
        ),
    ],
    ['sends half an envelope', () => Response.json({ source: 'x', fetched_at: 'y' })],
    [
      'sends another envelope that must not be kept and is older',
      () => envelope('2026-11-20T00:00:00.000Z', 'no-store'),
    ],
  ])(
    'gives the last good answer for seven days, marked, while the central instance %s; then 502 or 503',
    async (_, network) => {
      const clock = stoppedClock()
      const central = await centralOn(clock)
      const mirror = await openMirror(central, clock)
      const first = await mirror.get(KP)
      const ttl = maxAgeOf(first)
      central.network = network
      clock.advance(ttl * 1_000 + 3 * DAY)
      const stale = await mirror.get(KP)
      expect([stale.status, stale.text]).toEqual([200, first.text])
      expect(stale.headers.get('cache-control')).toBe('no-store')
      expect(stale.headers.get('cache-status')).toMatch(new RegExp(`, mirror; hit; ttl=-${3 * 86_400}$`))
      clock.advance(4 * DAY - 1_000)
      expect((await mirror.get(KP)).status).toBe(200)
      clock.advance(2_000)
      const over = await mirror.get(KP)
      expect([502, 503]).toContain(over.status)
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
      clock.advance(DAY)
      central.network = undefined
      expect((await mirror.get(KP)).status).toBe(200)
    },
  )

  test('passes on what must not be kept, and keeps it not', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    central.network = () => envelope('2026-11-21T11:59:00.000Z', 'no-store')
    expect((await mirror.get(KP)).status).toBe(200)
    central.network = away
    expect((await mirror.get(KP)).status).toBe(503)
  })
})

function envelope(fetchedAt: string, cacheControl: string): Response {
  const validUntil = new Date(Date.parse(fetchedAt) + 15 * MINUTE).toISOString()
  const body = { source: 'x', fetched_at: fetchedAt, valid_until: validUntil, data: { kp: 1 } }
  return Response.json(body, { headers: { 'cache-control': cacheControl } })
}

function maxAgeOf({ headers }: { readonly headers: Headers }): number {
  return Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])
}
