import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { turns } from '../support/turns.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const STATIONS = '/v1/tle/stations'

/** A service whose CelesTrak answers a request as `answer` says, by default as the sample does. */
async function serviceOf(answer: (body: string) => Response) {
  const clock = stoppedClock()
  const samples = sampleFetch(clock.now)
  const upstream = { answer, asked: 0 }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!String(input).includes('GROUP=')) return samples(input, init)
    upstream.asked += 1
    const response = await samples(input, init)
    return response.ok ? upstream.answer(await response.text()) : response
  }
  const service = await testService({ fetch }, clock)
  const retryAfter = async (path = STATIONS) => {
    const { status, headers, json } = await service.get(path)
    const seconds = Number(headers.get('retry-after'))
    if (status >= 500) expect(json.message).toContain(`Retry in ${seconds} s`)
    return [status, seconds] as const
  }
  return { ...service, clock, upstream, retryAfter }
}

/** The text with elements of type 4, which SGP4 cannot propagate, in its first row. */
const ofType4 = (csv: string) => {
  const [header = '', first = '', ...rows] = csv.split(/\r?\n/)
  const column = header.split(',').indexOf('EPHEMERIS_TYPE')
  return [header, first.split(',').with(column, '4').join(','), ...rows].join('\n')
}

test('a group with an unusable row is served at once by an instance that holds nothing', async () => {
  const { get, upstream } = await serviceOf((body) => new Response(ofType4(body)))
  const { status, headers } = await get(STATIONS)
  expect([status, headers.get('x-tle-omitted')]).toEqual([200, '25544'])
  expect(Number(headers.get('x-tle-count'))).toBeGreaterThan(1)
  expect(upstream.asked).toBe(1)
})

test('a held group gives way to one with an unusable row when it expires, without another request', async () => {
  const { get, clock, upstream } = await serviceOf((body) => new Response(body))
  const searched = async () => {
    const { json } = await get('/v1/above?group=stations&latitude=0&longitude=0&min_elevation_deg=0')
    return json.data.searched
  }
  const all = await searched()
  upstream.answer = (body) => new Response(ofType4(body))
  clock.advance(2.8 * HOUR)
  await searched()
  await turns()
  expect([await searched(), upstream.asked]).toEqual([all, 2])
  clock.advance(0.3 * HOUR)
  expect([await searched(), upstream.asked]).toEqual([all - 1, 2])
})

describe('Retry-After says when the provider is asked next', () => {
  test('where a request limit is used up: from the first response on', async () => {
    const { retryAfter, clock, upstream } = await serviceOf(() => new Response('<html>'))
    expect(await retryAfter()).toEqual([502, 7_200])
    clock.advance(MINUTE)
    expect(await retryAfter()).toEqual([503, 7_140])
    expect(upstream.asked).toBe(1)
    clock.advance(7_140_000)
    upstream.answer = (body) => new Response(body)
    expect((await retryAfter())[0]).toBe(200)
  })

  test('where the provider is paused', async () => {
    const { retryAfter, clock } = await serviceOf(() => new Response('', { status: 403 }))
    const [status, seconds] = await retryAfter()
    expect([status, seconds]).toEqual([503, 7_200])
    clock.advance(HOUR)
    expect(await retryAfter('/v1/tle/visual')).toEqual([503, 3_600])
  })

  test('where it asked for a pause itself: at the next probe', async () => {
    const busy = () => new Response('', { status: 503, headers: { 'retry-after': '3600' } })
    const { retryAfter, clock } = await serviceOf(busy)
    expect(await retryAfter()).toEqual([503, 900])
    clock.advance(5 * MINUTE)
    expect(await retryAfter()).toEqual([503, 600])
  })

  test('and is 30 to 60 s where it is asked before that', async () => {
    const { retryAfter } = await serviceOf(() => new Response('', { status: 500 }))
    const [status, seconds] = await retryAfter()
    expect(status).toBe(503)
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThanOrEqual(60)
  })
})
