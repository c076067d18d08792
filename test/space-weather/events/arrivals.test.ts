import { describe, expect, test } from 'vitest'
import { json } from '../../fixtures/bodies.ts'
import { analysis, cme, enlil } from '../../fixtures/donki.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const PATH = '/v1/space-weather/arrivals'
const EVENTS = '/v1/events/recent'

/** An ejection that a run of the model takes to Earth; without an arrival it misses. */
const arriving = (id: string, arrival: string | null, run: object = {}) =>
  cme({
    activityID: id,
    cmeAnalyses: [analysis({ enlilList: [enlil({ estimatedShockArrivalTime: arrival, ...run })] })],
  })

async function service(...cmes: object[]) {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  const requested: string[] = []
  const feed: { cmes: object[] | undefined } = { cmes }
  const fetch: typeof globalThis.fetch = async (input) => {
    requested.push(new URL(String(input)).pathname)
    if (!String(input).includes('/CME?')) return new Response('[]')
    return feed.cmes ? new Response(json(feed.cmes)) : new Response('', { status: 503 })
  }
  return { ...(await testService({ fetch }, clock)), clock, requested, feed }
}

test('an arrival has its event, its time with the stated error, and what the model expects', async () => {
  const { get } = await service(arriving('2026-11-20T00:23:00-CME-001', '2026-11-22T19:23Z'))
  expect((await get(PATH)).json).toMatchObject({
    source: 'NASA DONKI space weather events',
    data: {
      next_arrival_time: '2026-11-22T19:23:00.000Z',
      count: 1,
      stated_error_hours: 7,
      as_of: '2026-11-21T12:00:00.000Z',
      source: 'NASA DONKI space weather events',
    },
  })
  expect((await get(PATH)).json.data.arrivals).toEqual([
    {
      event_id: '2026-11-20T00:23:00-CME-001',
      state: 'expected',
      arrival_time: '2026-11-22T19:23:00.000Z',
      earliest: '2026-11-22T12:23:00.000Z',
      latest: '2026-11-23T02:23:00.000Z',
      glancing: false,
      kp_max: 6,
      awaits_run: false,
      start_time: '2026-11-20T00:23:00.000Z',
      source_location: 'N30E60',
      active_region: 14199,
      speed_km_s: 878,
      half_angle_deg: 40,
      latitude_deg: 9,
      longitude_deg: -12,
      linked_event_ids: ['2026-11-19T23:50:00-FLR-001'],
      url: 'https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/CME/40858/-1',
    },
  ])
})

test('those ahead and of the last 24 hours are listed in the order of their times; misses are not', async () => {
  const { get } = await service(
    arriving('A', '2026-11-23T00:00Z', { isEarthGB: true, kp_90: null, kp_135: null, kp_180: null }),
    arriving('B', '2026-11-21T12:01Z'),
    arriving('C', '2026-11-21T12:00Z'),
    arriving('D', '2026-11-20T12:01Z'),
    arriving('E', '2026-11-20T12:00Z'),
    arriving('F', null),
    cme({ activityID: 'G', cmeAnalyses: null }),
  )
  const { data } = (await get(PATH)).json
  const rows = data.arrivals.map(({ event_id, state }: Record<string, unknown>) => [event_id, state])
  expect(rows).toEqual([
    ['D', 'passed'],
    ['C', 'passed'],
    ['B', 'expected'],
    ['A', 'expected'],
  ])
  expect(data.arrivals[3]).toMatchObject({ glancing: true, kp_max: null })
  expect([data.count, data.next_arrival_time]).toEqual([4, '2026-11-21T12:01:00.000Z'])
})

test('without an arrival the list is empty', async () => {
  const { get } = await service(arriving('A', null))
  expect((await get(PATH)).json.data).toMatchObject({ next_arrival_time: null, count: 0, arrivals: [] })
})

describe('upstream', () => {
  test('nothing is requested that the list of events does not request', async () => {
    const { get, requested, clock } = await service(arriving('A', '2026-11-22T19:23Z'))
    const events = (await get(EVENTS)).json
    const before = requested.length
    clock.advance(14 * 60_000)
    const { json: arrivals } = await get(PATH)
    expect(requested).toHaveLength(before)
    expect([arrivals.fetched_at, arrivals.valid_until]).toEqual([events.fetched_at, events.valid_until])
    clock.advance(2 * 60_000)
    await get(PATH)
    await get(EVENTS)
    expect(requested).toHaveLength(2 * before)
  })

  test('without ejections it is 503, and does not say that nothing arrives', async () => {
    const { get, feed, clock } = await service(arriving('A', '2026-11-22T19:23Z'))
    feed.cmes = undefined
    expect((await get(EVENTS)).json.data.unavailable_kinds).toEqual(['cme'])
    const { status, json: problem, headers } = await get(PATH)
    expect([status, problem.error]).toEqual([503, 'upstream_unavailable'])
    expect(problem.message).toMatch(
      /^NASA DONKI’s coronal mass ejections are unavailable now\. Retry in \d\d s; see \/status\.$/,
    )
    expect(headers.get('retry-after')).toMatch(/^\d\d$/)
    feed.cmes = [arriving('A', '2026-11-22T19:23Z')]
    clock.advance(16 * 60_000)
    expect((await get(PATH)).json.data.count).toBe(1)
  })
})
