import { describe, expect, test } from 'vitest'
import { solarRegions } from '../../packages/core/src/features/space-weather/solar/swpc-regions.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import { json } from '../fixtures/bodies.ts'
import { regionRow } from '../fixtures/swpc.ts'
import { parseRows } from '../support/parse-rows.ts'
import { stoppedClock, testService } from '../support/service.ts'

const PATH = '/v1/space-weather/regions'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const [TODAY, YESTERDAY] = ['2026-11-21', '2026-11-20'] as const
const parse = (...rows: unknown[]) => solarRegions.parse(json(rows), NOW)
const regionOf = (changes: object) => parse(regionRow(TODAY, changes)).days[0]?.regions[0]

/** What NOAA sends of a region that has gone behind the limb, and of one without a place yet. */
const gone = {
  ...{ longitude: -104, location: 'S06W0*', area: null, spot_class: null, extent: null, number_spots: null },
  ...{ mag_class: null, status: 'd', c_flare_probability: 0 },
}
const placeless = {
  latitude: null,
  longitude: null,
  location: null,
  carrington_longitude: null,
  status: null,
}

async function service(rows: unknown[]) {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  let requests = 0
  const fetch = async () => {
    requests += 1
    return new Response(json(rows))
  }
  return { ...(await testService({ fetch }, clock)), requests: () => requests, clock }
}

test('a region has its numbers, its place with the west positive, its spots, flares and probabilities', async () => {
  const { get } = await service([regionRow(TODAY)])
  expect((await get(PATH)).json.data).toEqual({
    date: TODAY,
    oldest_date: TODAY,
    count: 1,
    regions: [
      {
        region: 4478,
        active_region: 14478,
        location: 'S06E46',
        latitude_deg: -6,
        longitude_deg: -46,
        carrington_longitude_deg: 76,
        area_millionths: 920,
        spots: 19,
        spot_class: 'Fkc',
        magnetic_class: 'beta-gamma-delta',
        extent_deg: 18,
        c_flares: 4,
        m_flares: 2,
        x_flares: 1,
        c_class_percent: 75,
        m_class_percent: 50,
        x_class_percent: 20,
        protons_percent: 10,
      },
    ],
    as_of: '2026-11-21T00:00:00.000Z',
    source: 'NOAA SWPC active regions of the Sun',
  })
})

test('behind the limb and without a place', async () => {
  const { get } = await service([regionRow(TODAY, gone), regionRow(TODAY, { region: 4479, ...placeless })])
  const [first, second] = (await get(PATH)).json.data.regions
  expect(first).toMatchObject({ location: 'S06W104', longitude_deg: 104, spots: null, magnetic_class: null })
  expect(second).toMatchObject({ region: 4479, location: null, latitude_deg: null, longitude_deg: null })
})

describe('days', () => {
  const rows = [
    regionRow(YESTERDAY, { area: 500 }),
    regionRow(TODAY, { region: 4480 }),
    regionRow(YESTERDAY, { region: 4470 }),
    regionRow(TODAY),
  ]
  const numbers = (data: { regions: { region: number }[] }) => data.regions.map(({ region }) => region)

  test('the newest is given, in the order of the numbers', async () => {
    const { get } = await service(rows)
    const { data } = (await get(PATH)).json
    expect([data.date, data.oldest_date, data.count, numbers(data)]).toEqual([
      TODAY,
      YESTERDAY,
      2,
      [4478, 4480],
    ])
  })

  test('others are selected by their date, without another request', async () => {
    const { get, requests } = await service(rows)
    const { data } = (await get(`${PATH}?date=${YESTERDAY}`)).json
    expect([data.date, numbers(data), data.regions[1].area_millionths]).toEqual([
      YESTERDAY,
      [4470, 4478],
      500,
    ])
    expect((await get(`${PATH}?date=${TODAY}`)).json.data).toEqual((await get(PATH)).json.data)
    expect(requests()).toBe(1)
  })

  test('that NOAA does not list are 404, and what is no date is 400', async () => {
    const { get, requests } = await service(rows)
    const { status, json: problem } = await get(`${PATH}?date=2026-11-19`)
    expect(status).toBe(404)
    expect(problem).toEqual({
      error: 'value_not_found',
      message:
        'NOAA lists no regions for 2026-11-19. Its list covers the days from 2026-11-20 to 2026-11-21.',
    })
    for (const date of ['', 'today', '2026-11-32', '2026-11', '20261121'])
      expect((await get(`${PATH}?date=${date}`)).status).toBe(400)
    expect(requests()).toBe(1)
  })

  test('a region that is twice in a day counts once, as it is last', () => {
    const { days } = parse(regionRow(TODAY, { area: 1 }), regionRow(TODAY, { area: 2 }))
    expect(days[0]?.regions.map(({ area }) => area)).toEqual([2])
  })
})

test.each([
  ['A', 'alpha'],
  ['BD', 'beta-delta'],
  ['BGD', 'beta-gamma-delta'],
])('the magnetic class %s is %s', (code, words) => {
  expect(regionOf({ mag_class: code })?.magneticClass).toBe(words)
})

test('the meridian has no sign', () => {
  for (const location of ['N00W00', 'S00E00'])
    expect(regionOf({ latitude: 0, longitude: 0, location })).toMatchObject({ latitude: 0, longitude: 0 })
})

describe('is refused', () => {
  const needed = [
    ...['observed_date', 'region', 'latitude', 'longitude', 'location', 'carrington_longitude', 'area'],
    ...[
      'spot_class',
      'number_spots',
      'extent',
      'mag_class',
      'c_xray_events',
      'm_xray_events',
      'x_xray_events',
    ],
    ...['c_flare_probability', 'm_flare_probability', 'x_flare_probability', 'proton_probability'],
  ]

  test.each(needed)('where no row has %s', (name) => {
    const body = json([regionRow(TODAY, { [name]: undefined })])
    expect(() => solarRegions.parse(body, NOW)).toThrow(`${name} is missing`)
  })

  test.each(needed)('in part where one row has no %s', (name) => {
    const body = json([regionRow(TODAY), regionRow(YESTERDAY, { [name]: undefined })])
    const { value, reasons } = parseRows(solarRegions, body, NOW)
    expect([value.days.map(({ day }) => day), reasons]).toEqual([[TODAY], [`row 2: ${name} is missing`]])
  })

  test.each<[string, object]>([
    ['a longitude that is west positive', { longitude: -46 }],
    ['a latitude that is south positive', { latitude: 6 }],
    ['a location of another form', { location: '06S46E' }],
    ['a magnetic class that nobody has heard of', { mag_class: 'BQ' }],
    ['a magnetic class in words', { mag_class: 'beta' }],
    ['a share', { m_flare_probability: 0.5 }],
    ['more than 100 percent', { x_flare_probability: 101 }],
    ['a latitude beyond the pole', { latitude: -91 }],
    ['a longitude of a whole turn', { longitude: 314 }],
    ['a number that is none', { region: 'AR4478' }],
    ['a day that has not come', { observed_date: '2026-11-22' }],
    ['a day that is none', { observed_date: 'today' }],
    ['negative spots', { number_spots: -1 }],
    ['an area as a word', { area: 'large' }],
  ])('with %s', (_, changes) => {
    const body = json([regionRow(TODAY, changes)])
    expect(() => solarRegions.parse(body, NOW)).toThrow(ShapeError)
  })

  test('in part with a row that is none', () => {
    expect(parse(regionRow(TODAY), null).days).toHaveLength(1)
    expect(() => parse(null)).toThrow(ShapeError)
  })
})

test('the sample has regions of each of 30 days', async () => {
  const { get } = await testService({}, stoppedClock('2026-11-21T12:00:00Z'))
  const { oldest_date, date } = (await get(PATH)).json.data
  expect([oldest_date, date]).toEqual(['2026-10-23', '2026-11-21'])
  const oldest = (await get(`${PATH}?date=${oldest_date}`)).json.data
  expect(oldest.regions.map((each: { active_region: number }) => each.active_region)).toEqual([
    13_633, 13_641,
  ])
  const days = Array.from({ length: 30 }, (_, i) => Date.parse(oldest_date) + i * 86_400_000)
  for (const day of days) {
    const { count } = (await get(`${PATH}?date=${new Date(day).toISOString().slice(0, 10)}`)).json.data
    expect(count, new Date(day).toISOString()).toBeGreaterThan(0)
  }
})

test('is given for three days', async () => {
  const { get, clock } = await service([regionRow(TODAY)])
  clock.goTo(Date.parse('2026-11-24T00:00:00Z'))
  expect((await get(PATH)).status).toBe(200)
  clock.advance(60_000)
  expect((await get(PATH)).json.error).toBe('upstream_stale')
})
