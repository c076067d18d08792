import { createSpaceData, type ServiceEvent } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { astronaut, page } from '../fixtures/launches.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const MUNICH = 'lat=48.137154&lon=11.576124'

let events: ServiceEvent[]
let clock: ReturnType<typeof stoppedClock>
let service: TestService

beforeEach(async () => {
  events = []
  clock = stoppedClock('2026-11-21T12:00:00.700Z')
  service = await testService({ onEvent: (event) => events.push(event) }, clock)
})

const get = (path: string) => service.ask('GET', path)

test('paths are 404 where the operator does not ask for them', async () => {
  const plain = createSpaceData({ fetch: sampleFetch(clock.now), now: clock.now })
  expect((await plain.handle(new Request('http://test/iss-now.json'))).status).toBe(404)
  expect(JSON.stringify(await plain.openapi())).not.toContain('/iss-')
})

describe('/astros.json', () => {
  test('has the people of /v1/people with its times, in the shape that clients parse', async () => {
    const { json, headers } = await get('/astros.json')
    const { json: ours } = await service.get('/v1/people')
    const { people, count } = ours.data
    expect(json).toEqual({
      message: 'success',
      number: count,
      people: people.map(({ name, station }: { name: string; station: string }) => {
        return { name, craft: station.startsWith('Tiangong') ? 'Tiangong' : 'ISS' }
      }),
    })
    expect(new Set(json.people.map(({ craft }: { craft: string }) => craft))).toEqual(
      new Set(['ISS', 'Tiangong']),
    )
    expect(headers.get('x-fetched-at')).toBe(ours.fetched_at)
    expect(headers.get('x-valid-until')).toBe(ours.valid_until)
  })

  test('is asked of Launch Library once for both paths', async () => {
    for (const path of ['/astros.json', '/v1/people', '/astros.json']) await service.get(path)
    const feeds = events.flatMap((event) => (event.type === 'upstream' ? event.feed : []))
    expect(feeds).toEqual(['launch-library-people'])
  })

  test('has the spacecraft of somebody who is at no station', async () => {
    const flights = [{ id: '24f0b5b1', net: '2026-11-20T00:00:00Z', name: 'SLS | Moon', program: [] }]
    const landings = [{ destination: null, spacecraft: { name: 'Orion Sample' }, launch: { id: '24f0b5b1' } }]
    const rows = [
      astronaut(1, '2026-11-20T00:00:00Z', { flights, landings }),
      astronaut(2, '2026-11-20T00:00:00Z', { flights: [], landings: [] }),
    ]
    const fetch = async () => new Response(JSON.stringify(page(...rows)))
    const { json } = await (await testService({ fetch }, clock)).ask('GET', '/astros.json')
    expect(json.people.map(({ craft }: { craft: string }) => craft)).toEqual(['Orion Sample', 'unknown'])
  })
})

describe('/iss-now.json', () => {
  test('has the position of the second of now as text, as clients parse it', async () => {
    const { json, headers } = await get('/iss-now.json')
    expect(json).toEqual({
      message: 'success',
      timestamp: Date.parse('2026-11-21T12:00:00Z') / 1_000,
      iss_position: {
        latitude: expect.stringMatching(/^-?\d+\.\d{4}$/),
        longitude: expect.stringMatching(/^-?\d+\.\d{4}$/),
      },
    })
    expect(headers.get('cache-control')).toBe('public, max-age=3')
    const { json: ours } = await service.get('/v1/objects/25544/position?at=2026-11-21T12:00:00Z')
    const [{ latitude_deg, longitude_deg }] = ours.data.positions
    expect(Number(json.iss_position.latitude)).toBeCloseTo(latitude_deg, 3)
    expect(Number(json.iss_position.longitude)).toBeCloseTo(longitude_deg, 3)
  })

  test('follows the clock', async () => {
    const first = (await get('/iss-now.json')).json
    clock.advance(10_000)
    const later = (await get('/iss-now.json')).json
    expect(later.timestamp - first.timestamp).toBe(10)
    expect(later.iss_position).not.toEqual(first.iss_position)
  })
})

describe('/iss-pass.json', () => {
  test('has five passes by default, 10° above the horizon, after now and in order', async () => {
    const { json } = await get(`/iss-pass.json?${MUNICH}`)
    const datetime = Math.floor(clock.now().getTime() / 1_000)
    expect(json.message).toBe('success')
    expect(json.request).toEqual({ altitude: 100, datetime, latitude: 48.14, longitude: 11.58, passes: 5 })
    expect(json.response).toHaveLength(5)
    let before = datetime
    for (const { risetime, duration } of json.response) {
      expect(risetime).toBeGreaterThan(before)
      expect(duration).toBeGreaterThan(60)
      expect(duration).toBeLessThan(480)
      before = risetime + duration
      for (const at of [risetime, before]) {
        const { json: ours } = await service.get(
          `/v1/objects/25544/position?at=${new Date(at * 1_000).toISOString()}&latitude=48.14&longitude=11.58&altitude_m=100`,
        )
        expect(ours.data.positions[0].elevation_deg).toBeCloseTo(10, 0)
      }
    }
  })

  test('has as many as there are, and no more than are asked for', async () => {
    const { json } = await get(`/iss-pass.json?${MUNICH}&n=1&alt=1650`)
    expect(json.request).toMatchObject({ altitude: 1_650, passes: 1 })
    expect(json.response).toHaveLength(1)
    const many = (await get(`/iss-pass.json?${MUNICH}&n=100`)).json
    expect(many.response).toHaveLength(100)
    expect((await get('/iss-pass.json?lat=-89&lon=0')).json.response).toEqual([])
  })

  test('takes zero for a latitude and a longitude', async () => {
    expect((await get('/iss-pass.json?lat=0&lon=0&n=1')).json.response).toHaveLength(1)
  })

  test.each([
    ['', 'Latitude must be specified'],
    ['lon=11', 'Latitude must be specified'],
    ['lat=48', 'Longitude must be specified'],
    ['lat=91&lon=11', 'Latitude must be number between -90.0 and 90.0'],
    ['lat=x&lon=11', 'Latitude must be number between -90.0 and 90.0'],
    ['lat=48&lon=181', 'Longitude must be number between -180.0 and 180.0'],
    ['lat=48&lon=11&alt=10006', 'Altitude must be number between 0 and 10,000'],
    ['lat=48&lon=11&alt=-6', 'Altitude must be number between 0 and 10,000'],
    ['lat=48&lon=11&n=0', 'Number of passes must be number between 1 and 100'],
    ['lat=48&lon=11&n=101', 'Number of passes must be number between 1 and 100'],
    ['lat=48&lon=11&n=x', 'Number of passes must be number between 1 and 100'],
  ])('%s is a failure with its reason', async (query, reason) => {
    const { status, json } = await get(`/iss-pass.json?${query}`)
    expect([status, json]).toEqual([400, { message: 'failure', reason }])
  })

  test('is logged without its place', async () => {
    await get(`/iss-pass.json?${MUNICH}`)
    await get('/iss-pass.json?lat=48.137154&lon=999')
    const told = events.map((event) => ({ ...event, id: '', ms: 0 }))
    expect(told.filter(({ type }) => type === 'request')).toHaveLength(2)
    expect(JSON.stringify(told)).not.toMatch(/48|11\.5/)
  })
})
