import { describe, expect, test } from 'vitest'
import { sunElevationDeg } from '../../packages/charts/src/sun.ts'
import { toAuroraData } from '../../packages/core/src/features/space-weather/aurora/aurora.ts'
import { toAuroraGridData } from '../../packages/core/src/features/space-weather/aurora/aurora-grid.ts'
import { auroraForecast } from '../../packages/core/src/features/space-weather/aurora/swpc-ovation.ts'
import { memory } from '../../packages/core/src/kernel/storage/memory/index.ts'
import { drap, ovation } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const AURORA = '/v1/space-weather/aurora'
const ABSORPTION = '/v1/space-weather/absorption'

/** A service whose SWPC sends these bodies, by a part of their addresses, and of nothing else anything. */
async function serviceWith(bodies: Readonly<Record<string, (now: number) => string>>, store = memory()) {
  const clock = stoppedClock(NOON)
  const asked: string[] = []
  const service = await testService({
    now: clock.now,
    store,
    fetch: async (input: string | URL | Request) => {
      const address = String(input)
      asked.push(address)
      const found = Object.entries(bodies).find(([part]) => address.includes(part))
      return found ? new Response(found[1](clock.now().getTime())) : new Response('', { status: 500 })
    },
  })
  /** All snapshots that the store has. */
  const stored = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    const keys = await store.keys('snapshot:')
    return keys.map((key) => `${key} ${JSON.stringify(store.adapter.get(key))}`)
  }
  return { ...service, clock, asked, stored }
}

/** Rises by one percent a degree from 50° N on to 40 % at the pole; 7 % in the south. */
const slope = (_: number, latitude: number) => (latitude < 0 ? 7 : Math.max(0, latitude - 50))
const slopeNow = (now: number) => JSON.stringify(ovation(now - 6 * MINUTE, slope))
const kpNow = (now: number) =>
  JSON.stringify([{ time_tag: new Date(now - 5 * MINUTE).toISOString().slice(0, 19), estimated_kp: 5 }])

describe('the aurora at a place', () => {
  test('is between the crossings of the grid, with the best one poleward, the view line and the Sun', async () => {
    const { get } = await serviceWith({ ovation: slopeNow, planetary_k_index_1m: kpNow })
    const { status, json } = await get(`${AURORA}?latitude=60.254&longitude=24.936`)
    expect(status).toBe(200)
    const forecastAt = NOON + 39 * MINUTE
    expect(json).toMatchObject({
      fetched_at: '2026-11-21T12:00:00.000Z',
      valid_until: '2026-11-21T12:05:00.000Z',
    })
    const { best_in_view, best_poleward, ...data } = json.data
    expect(data).toEqual({
      latitude_deg: 60.25,
      longitude_deg: 24.94,
      probability_percent: 10.3,
      view_line: {
        latitude_deg: expect.any(Number),
        geomagnetic_latitude_deg: 47.3,
        formula: '66.5° − 2.05° × Kp − 9.0°',
        kp: 5,
        kp_as_of: '2026-11-21T11:55:00.000Z',
      },
      sun_elevation_deg: Math.round(100 * sunElevationDeg(60.25, 24.94, forecastAt)) / 100,
      is_dark: false,
      observed_at: '2026-11-21T11:54:00.000Z',
      forecast_at: '2026-11-21T12:39:00.000Z',
      as_of: '2026-11-21T11:54:00.000Z',
      source: 'NOAA SWPC aurora forecast (OVATION)',
    })
    // 1,000 km are 9.0 degrees of latitude: due north it is 69°.
    expect(best_poleward).toEqual({
      probability_percent: 19,
      latitude_deg: 69,
      longitude_deg: 25,
      distance_km: 973,
      bearing_deg: expect.closeTo(0, 0),
    })
    expect(best_in_view).toEqual(best_poleward)
  })

  test('has the best in view on the side of the equator where the oval is', () => {
    const oval = (latitude: number) => Math.max(0, 80 - 10 * Math.abs(Math.abs(latitude) - 62))
    const body = JSON.stringify(ovation(NOON, (_, latitude) => oval(latitude)))
    const storm = toAuroraGridData(auroraForecast.parse(body, NOON), 'any')
    const tromso = toAuroraData(storm, { latitudeDeg: 69.65, longitudeDeg: 18.96 }, null)
    expect(tromso.best_in_view).toMatchObject({
      probability_percent: 80,
      latitude_deg: 62,
      longitude_deg: 19,
      bearing_deg: expect.closeTo(180, 0),
    })
    expect(tromso.best_poleward.probability_percent).toBeLessThan(50)
  })

  test.each([
    [80.8, -72.8],
    [80.65, -72.8],
    [81, -73],
    [-80.8, 107.2],
    [90, 0],
    [-90, 0],
  ])('is there at %d, %d as well, at a pole', async (latitude, longitude) => {
    const { get } = await serviceWith({ ovation: slopeNow, planetary_k_index_1m: kpNow })
    const { status, json } = await get(`${AURORA}?latitude=${latitude}&longitude=${longitude}`)
    expect(status).toBe(200)
    expect(json.data.best_poleward.probability_percent).toBeCloseTo(json.data.probability_percent, -1)
    expect(json.data.best_poleward.distance_km).toBeLessThan(1_000)
  })

  test('of a place and of one that is rounded to the same are one response, as of the grid', async () => {
    const { get, asked } = await serviceWith({ ovation: slopeNow, planetary_k_index_1m: kpNow })
    const one = await get(`${AURORA}?latitude=60.2541&longitude=24.9359`)
    const other = await get(`${AURORA}?longitude=24.94&latitude=60.25`)
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'))
    const { json } = await get(`${AURORA}/grid`)
    expect(json.fetched_at).toBe(one.json.fetched_at)
    expect(asked.filter((address) => address.includes('ovation'))).toHaveLength(1)
  })

  test('neither the store nor the log of errors has the place', async () => {
    const { get, stored, errors } = await serviceWith({ ovation: slopeNow })
    await get(`${AURORA}?latitude=60.17&longitude=24.94`)
    expect(await stored()).toHaveLength(1)
    expect((await stored()).join('')).not.toMatch(/60\.17|24\.94/)
    expect(errors.map(String).join('')).not.toMatch(/60\.17|24\.94/)
  })

  test('has no view line while Kp cannot be had', async () => {
    const { get } = await serviceWith({ ovation: slopeNow })
    const { status, json } = await get(`${AURORA}?latitude=60&longitude=25`)
    expect([status, json.data.view_line, json.data.probability_percent]).toEqual([200, null, 10])
  })

  test('of a forecast from more than 3 hours ago is 503', async () => {
    const { get } = await serviceWith({
      ovation: (now) => JSON.stringify(ovation(now - 181 * MINUTE, slope)),
    })
    const { status, json } = await get(`${AURORA}?latitude=60&longitude=25`)
    expect([status, json.error]).toEqual([503, 'upstream_stale'])
  })

  test.each([
    '',
    '?latitude=60',
    '?longitude=25',
    '?latitude=90.01&longitude=0',
    '?latitude=0&longitude=181',
  ])('without a whole place is 400: %s', async (query) => {
    const { get } = await serviceWith({ ovation: slopeNow })
    const { status, json } = await get(`${AURORA}${query}`)
    expect([status, json.error]).toEqual([400, 'invalid_parameter'])
  })

  const grid = toAuroraGridData(auroraForecast.parse(slopeNow(NOON), NOON), 'any')

  test.each([
    ['the North Pole', 90, 0, 40],
    ['the South Pole', -90, 13, 7],
    ['beside the antimeridian', 70.5, 179.99, 20.5],
    ['west of Greenwich', 70.5, -0.01, 20.5],
  ])('at %s is %s', (_, latitudeDeg, longitudeDeg, percent) => {
    const found = toAuroraData(grid, { latitudeDeg, longitudeDeg }, { kp: 3, as_of: grid.as_of })
    expect(found.probability_percent).toBe(percent)
    const { best_poleward: best } = found
    expect(best.probability_percent).toBeGreaterThanOrEqual(Math.floor(percent))
    expect(Math.abs(best.longitude_deg)).toBeLessThanOrEqual(180)
    expect(Math.sign(found.view_line?.latitude_deg ?? 0)).toBe(Math.sign(latitudeDeg))
  })

  test.each([
    [0, 57.5],
    [5, 47.25],
    [9, 39.05],
  ])('with Kp %s has its view line at a geomagnetic latitude of %s°', (kp, latitude) => {
    const place = { latitudeDeg: 55, longitudeDeg: 10 }
    const line = toAuroraData(grid, place, { kp, as_of: grid.as_of }).view_line
    expect(line?.geomagnetic_latitude_deg).toBeCloseTo(latitude, 0)
  })
})

describe('the grid of the aurora', () => {
  test('has all crossings, by latitude and longitude', async () => {
    const { get } = await serviceWith({ ovation: slopeNow })
    const { data } = (await get(`${AURORA}/grid`)).json
    expect([data.latitude_deg.length, data.longitude_deg.length]).toEqual([181, 360])
    expect(data.probability_percent[150]).toEqual(Array.from({ length: 360 }, () => 10))
    expect([data.highest_north_percent, data.highest_south_percent]).toEqual([40, 7])
  })

  test('of a hemisphere has its rows, the equator included', async () => {
    const { get } = await serviceWith({ ovation: slopeNow })
    for (const [hemisphere, first, last] of [
      ['north', 0, 90],
      ['south', -90, 0],
    ]) {
      const { data } = (await get(`${AURORA}/grid?hemisphere=${hemisphere}`)).json
      expect([data.latitude_deg[0], data.latitude_deg.at(-1)]).toEqual([first, last])
      expect(data.probability_percent).toHaveLength(91)
      expect(data.highest_north_percent).toBe(40)
    }
  })

  test('as CSV has a line for each crossing, as GeoJSON the areas of each level', async () => {
    const { get } = await serviceWith({ ovation: slopeNow })
    const csv = await get(`${AURORA}/grid?format=csv&hemisphere=north`)
    const lines = csv.text.trimEnd().split('\n')
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      1 + 91 * 360,
      'latitude_deg,longitude_deg,probability_percent',
      '90,359,40',
    ])
    expect(csv.headers.get('x-fetched-at')).toBe('2026-11-21T12:00:00.000Z')
    const { text, headers } = await get(`${AURORA}/grid?format=geojson`)
    expect(headers.get('content-type')).toBe('application/geo+json; charset=utf-8')
    type Area = { properties: Record<string, unknown>; geometry: { coordinates: number[][][][] } }
    const areas: Area[] = JSON.parse(text).features
    expect(areas.map(({ properties }) => properties['min_probability_percent'])).toEqual([10, 30])
    expect(areas.map(({ geometry }) => geometry.coordinates.length)).toEqual([1, 1])
    const latitudes = areas.map(({ geometry }) => geometry.coordinates.flat(2).map(([, y]) => y ?? 0))
    expect(latitudes.map((each) => [Math.min(...each), Math.max(...each)])).toEqual([
      [60, 90],
      [80, 90],
    ])
  })

  test('takes 90 kB of the store, and comes from there the same to the byte', async () => {
    const store = memory()
    const first = await serviceWith({ ovation: slopeNow }, store)
    const before = await first.get(`${AURORA}/grid`)
    const records = await first.stored()
    expect(records.map(({ length }) => length).filter((length) => length > 95_000)).toEqual([])
    expect(before.text.length).toBeGreaterThan(130_000)
    const second = await serviceWith({}, store)
    const after = await second.get(`${AURORA}/grid`)
    expect([after.status, after.text === before.text]).toEqual([200, true])
    expect(second.asked).toEqual([])
  })
})

describe('the absorption', () => {
  const map = (now: number) => drap(now - 2 * MINUTE, (longitude) => (Math.abs(longitude) <= 90 ? 12.4 : 0))

  test('at a place is between the crossings of the map, with its words', async () => {
    const { get } = await serviceWith({ drap: map })
    const { json } = await get(`${ABSORPTION}?latitude=48.14&longitude=11.58`)
    expect(json.data).toEqual({
      latitude_deg: 48.14,
      longitude_deg: 11.58,
      frequency_mhz: 12.4,
      recovery_time: null,
      xray_message: 'Normal X-ray Background',
      xray_warning: null,
      proton_message: 'Normal Proton Background',
      proton_warning: null,
      as_of: '2026-11-21T11:58:00.000Z',
      source: 'NOAA SWPC HF absorption (D-RAP)',
    })
    const night = await get(`${ABSORPTION}?latitude=0&longitude=180`)
    expect(night.json.data.frequency_mhz).toBe(0)
    const edge = await get(`${ABSORPTION}?latitude=90&longitude=92`)
    expect(edge.json.data.frequency_mhz).toBe(6.2)
  })

  test('of the whole Earth has areas by frequency', async () => {
    const { get } = await serviceWith({ drap: map })
    const { data } = (await get(`${ABSORPTION}/grid`)).json
    expect([data.latitude_deg[0], data.latitude_deg[89], data.highest_mhz]).toEqual([-89, 89, 12.4])
    const { text } = await get(`${ABSORPTION}/grid?format=geojson`)
    expect(JSON.parse(text).features.map((each: { properties: object }) => each.properties)).toMatchObject([
      { min_frequency_mhz: 5 },
      { min_frequency_mhz: 10 },
    ])
  })
})
