import { describe, expect, test } from 'vitest'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { stoppedClock, testService } from '../support/service.ts'

const ISS = '/v1/objects/25544/position'
const MUNICH = 'latitude=48.137&longitude=11.575&altitude_m=520'

describe('the position of an object', () => {
  test('is that of now, valid for 5 s, without a place', async () => {
    const { get, clock } = await testService()
    const { json, headers } = await get(ISS)
    expect(json.data).toMatchObject({ norad_id: 25_544, name: 'ISS (ZARYA)', count: 1 })
    const [position] = json.data.positions
    expect(position.at).toBe(clock.now().toISOString())
    expect(position.altitude_km).toBeGreaterThan(400)
    expect(position.altitude_km).toBeLessThan(440)
    expect(position.speed_km_s).toBeCloseTo(7.66, 1)
    expect([position.azimuth_deg, position.elevation_deg, position.range_km]).toEqual([null, null, null])
    expect(Date.parse(json.valid_until)).toBe(clock.now().getTime() + 5_000)
    expect(headers.get('cache-control')).toContain('max-age=5')
  })

  test('at an instant is the same however often it is asked for, until the elements are an hour old', async () => {
    const { get, clock } = await testService()
    const path = `${ISS}?at=2026-11-21T13:00:00Z&${MUNICH}`
    const first = await get(path)
    expect(first.json.data.positions[0]).toMatchObject({ at: '2026-11-21T13:00:00.000Z' })
    expect(Date.parse(first.json.valid_until) - Date.parse(first.json.fetched_at)).toBe(3_600_000)
    clock.advance(60_000)
    expect((await get(path)).headers.get('etag')).toBe(first.headers.get('etag'))
  })

  test('from a place is where the range, the elevation and the azimuth agree with both positions', async () => {
    const { get } = await testService()
    const { json } = await get(
      `${ISS}?start=2026-11-21T12:00:00Z&stop=2026-11-21T13:30:00Z&step=10s&${MUNICH}`,
    )
    const { positions, count } = json.data
    expect([positions.length, count]).toEqual([541, 541])
    for (const [index, each] of positions.entries()) {
      expect(Math.abs(each.elevation_deg)).toBeLessThanOrEqual(90)
      const after = positions[index + 1]
      if (!after) continue
      const rate = (each.range_rate_km_s + after.range_rate_km_s) / 2
      expect(after.range_km - each.range_km).toBeCloseTo(10 * rate, -1)
      expect(each.range_km).toBeGreaterThan(each.altitude_km - 20)
    }
  })

  test('as CSV has a column for each field, and the times in headers', async () => {
    const { get } = await testService()
    const path = `${ISS}?start=2026-11-21T12:00:00Z&stop=2026-11-21T12:10:00Z&step=5m`
    const { json } = await get(path)
    const csv = await get(`${path}&format=csv`)
    const [names, ...rows] = csv.text.trimEnd().split('\n')
    expect(names?.split(',')).toEqual(Object.keys(json.data.positions[0]))
    expect(rows.map((row) => row.split(',')[1])).toEqual(
      json.data.positions.map((each: { latitude_deg: number }) => String(each.latitude_deg)),
    )
    expect(csv.headers.get('x-fetched-at')).toBe(json.fetched_at)
    expect((await get(path, { accept: 'text/csv' })).text).toBe(csv.text)
  })

  test('as GeoJSON is a point, or a track in which no line crosses the antimeridian', async () => {
    const { get } = await testService()
    const point = JSON.parse((await get(`${ISS}?format=geojson`)).text)
    expect(point).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point' },
      properties: { norad_id: 25_544 },
    })
    const path = `${ISS}?start=2026-11-21T12:00:00Z&stop=2026-11-21T18:00:00Z&format=geojson`
    const { geometry } = JSON.parse((await get(path)).text)
    expect(geometry.type).toBe('MultiLineString')
    expect(geometry.coordinates.length).toBeGreaterThan(3)
    for (const [index, line] of geometry.coordinates.entries()) {
      for (const [i, [longitude]] of line.entries())
        if (i > 0) expect(Math.abs(longitude - line[i - 1][0])).toBeLessThan(90)
      for (const [, latitude, altitude] of line)
        expect([latitude, altitude]).toEqual([Number(latitude.toFixed(4)), Math.round(altitude)])
      const next = geometry.coordinates[index + 1]?.[0]
      if (next) expect([Math.abs(line.at(-1)[0]), next[0]]).toEqual([180, -line.at(-1)[0]])
    }
  })

  test.each([
    'at=2026-12-31T00:00:00Z',
    'at=2026-11-21T13:00:00Z&start=2026-11-21T13:00:00Z&stop=2026-11-21T14:00:00Z',
    'start=2026-11-21T13:00:00Z',
    'start=2026-11-21T14:00:00Z&stop=2026-11-21T13:00:00Z',
    'start=2026-11-21T00:00:00Z&stop=2026-11-22T00:00:00Z&step=1m',
    'step=0s',
    'latitude=48',
    'latitude=91&longitude=0',
    'format=kml',
  ])('%s is 400 and repeats nothing', async (query) => {
    const { get } = await testService()
    const { status, json, text } = await get(`${ISS}?${query}`)
    expect([status, json.error]).toEqual([400, 'invalid_parameter'])
    expect(text).not.toContain('2026-1')
  })

  test('a day by the minute, less its end, is the most', async () => {
    const { get } = await testService()
    const { json } = await get(`${ISS}?start=2026-11-21T00:00:00Z&stop=2026-11-21T23:59:00Z`)
    expect(json.data.count).toBe(1_440)
  })

  test('that is not held is 404, until a request for the object has brought its elements', async () => {
    const { get } = await testService()
    const first = await get('/v1/objects/33757/position')
    expect([first.status, first.json.error]).toEqual([404, 'object_not_found'])
    expect(first.json.message).toContain('/v1/objects/{norad_id}')
  })

  test('on a mirror is that of the central instance', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    for (const query of [MUNICH, 'at=2026-11-21T13:00:00Z', 'format=geojson'])
      expect((await mirror.get(`${ISS}?${query}`)).text).toBe((await central.get(`${ISS}?${query}`)).text)
  })
})

test('a place is in no event and no error', async () => {
  const events: unknown[] = []
  const { get, errors } = await testService({ onEvent: (event) => events.push(event) })
  for (const path of [`${ISS}?latitude=48.77&longitude=11.66`, `${ISS}?latitude=48.77&longitude=911.66`])
    await get(path)
  expect(events.length).toBeGreaterThanOrEqual(2)
  const said = JSON.stringify([events, errors])
  for (const part of ['48.77', '11.66']) expect(said).not.toContain(part)
})
