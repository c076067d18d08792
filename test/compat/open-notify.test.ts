import { createSpaceData, type ServiceEvent } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
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
  expect(JSON.stringify(plain.openapi())).not.toContain('/iss-')
})

test('who is in space is not served', async () => {
  expect((await get('/astros.json')).status).toBe(404)
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
