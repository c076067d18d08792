import { describe, expect, test } from 'vitest'
import { upcomingLaunches } from '../../packages/core/src/features/launches/upcoming.ts'
import { json } from '../fixtures/bodies.ts'
import { launch, oldLaunch, page } from '../fixtures/launches.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const parse = (...results: unknown[]) => upcomingLaunches.parse(json(page(...results)), NOW)
const only = (changes: object) => parse(launch(changes))[0]?.launch

test('Launch Library is queried for a hundred launches, including those whose net has passed, 15 times an hour', () => {
  expect(upcomingLaunches.target(undefined, 0)).toBe('/2.3.0/launches/upcoming/?limit=100&mode=normal')
  expect(upcomingLaunches.budgets?.(undefined)).toEqual([
    { name: 'launch-library', calls: 15, perMs: 3_600_000 },
  ])
})

test('a launch of version 2.3.0 is parsed', () => {
  expect(parse(launch())[0]).toEqual({
    pastAt: Date.parse('2026-11-23T00:29:00Z'),
    launch: {
      id: 'a5872822-76df-404b-93d0-9ecd7ba80a70',
      name: 'Long March 7 | Tianzhou-10',
      status: 'go',
      net: '2026-11-23T00:14:00.000Z',
      net_precision: 'minute',
      window_start: '2026-11-23T00:05:00.000Z',
      window_end: '2026-11-23T00:29:00.000Z',
      provider: 'CASC',
      vehicle: 'Long March 7',
      mission: 'Tianzhou-10',
      mission_type: 'Resupply',
      orbit: 'Low Earth Orbit',
      pad: {
        name: '201',
        location: 'Wenchang Space Launch Site',
        country_code: 'CHN',
        latitude_deg: 19.618452,
        longitude_deg: 110.955356,
      },
      probability_percent: 80,
      launch_designator: '2026-105',
      last_updated: '2026-11-20T14:15:05.000Z',
      url: 'https://ll.thespacedevs.com/2.3.0/launches/a5872822-76df-404b-93d0-9ecd7ba80a70/',
    },
  })
})

test('a launch of version 2.2.0 is parsed to the same', () => {
  const [old] = parse(oldLaunch)
  expect(old).toEqual({ ...parse(launch())[0], launch: { ...only({}), orbit: null } })
})

test('a launch takes its country from the site if the pad has none', () => {
  const pad = { name: '201', location: { name: 'Site', country: { alpha_3_code: 'KAZ' } } }
  expect(only({ pad })?.pad).toMatchObject({ country_code: 'KAZ', latitude_deg: null, longitude_deg: null })
  expect(only({ pad: { ...pad, location: null, country_code: 'KAZ,RUS' } })?.pad?.country_code).toBeNull()
})

test('missing, unknown and impossible values of a launch are null', () => {
  const bare = { rocket: null, mission: null, pad: null, launch_service_provider: null, net_precision: null }
  expect(only({ ...bare, probability: -1, launch_designator: '', window_start: null })).toMatchObject({
    provider: null,
    vehicle: null,
    mission: null,
    mission_type: null,
    orbit: null,
    pad: null,
    net_precision: null,
    probability_percent: null,
    launch_designator: null,
    window_start: null,
  })
  expect(only({ pad: { latitude: 91, longitude: '181' } })?.pad).toEqual({
    name: null,
    location: null,
    country_code: null,
    latitude_deg: null,
    longitude_deg: null,
  })
  expect(only({ probability: 0 })?.probability_percent).toBe(0)
  expect(only({ mission: { name: 'X', type: 'Unknown' } })).toMatchObject({
    mission: 'X',
    mission_type: null,
  })
})

test('a launch without a safe link gets a link to its record', () => {
  const own = 'https://ll.thespacedevs.com/2.3.0/launches/a5872822-76df-404b-93d0-9ecd7ba80a70/'
  expect(only({ url: null })?.url).toBe(own)
  expect(only({ url: 'javascript:alert(1)' })?.url).toBe(own)
})

test.each([
  [1, 'Go', 'go'],
  [2, 'TBD', 'tbd'],
  [3, 'Success', 'success'],
  [4, 'Failure', 'failure'],
  [5, 'Hold', 'hold'],
  [6, 'In Flight', 'in_flight'],
  [7, 'Partial Failure', 'partial_failure'],
  [8, 'TBC', 'tbc'],
  [9, 'Payload Deployed', 'in_flight'],
  [10, 'Scrubbed', 'unknown'],
])('status %i %s is %s, by its id or by its abbreviation', (id, abbrev, status) => {
  expect(only({ status: { id, abbrev } })?.status).toBe(status)
  expect(only({ status: { id } })?.status).toBe(status)
  expect(only({ status: { abbrev } })?.status).toBe(status)
})

test('a launch status of another shape is unknown', () => {
  for (const status of [null, 'Go', 1, [], {}]) expect(only({ status })?.status).toBe('unknown')
})

describe('net_precision', () => {
  const NET = '2026-05-20T10:00:00Z'
  test.each([
    [0, 'SEC', 'second', '2026-05-20T10:00:01Z'],
    [1, 'MIN', 'minute', '2026-05-20T10:01:00Z'],
    [2, 'HR', 'hour', '2026-05-20T11:00:00Z'],
    [3, 'MRN', 'day', '2026-05-21T00:00:00Z'],
    [4, undefined, 'day', '2026-05-21T00:00:00Z'],
    [5, 'DAY', 'day', '2026-05-21T00:00:00Z'],
    [6, undefined, 'month', '2026-06-01T00:00:00Z'],
    [7, 'M', 'month', '2026-06-01T00:00:00Z'],
    [8, 'Q1', 'quarter', '2026-07-01T00:00:00Z'],
    [9, 'Q2', 'quarter', '2026-07-01T00:00:00Z'],
    [10, 'Q3', 'quarter', '2026-10-01T00:00:00Z'],
    [11, 'Q4', 'quarter', '2027-01-01T00:00:00Z'],
    [12, 'H1', 'half', '2026-07-01T00:00:00Z'],
    [13, 'H2', 'half', '2027-01-01T00:00:00Z'],
    [14, 'Y', 'year', '2027-01-01T00:00:00Z'],
    [15, 'FY', 'year', '2027-01-01T00:00:00Z'],
    [16, 'DEC', 'decade', '2030-01-01T00:00:00Z'],
    [99, 'ERA', null, '2026-05-20T10:00:00Z'],
  ])('%i %s is %s, and over at %s', (id, abbrev, precision, overAt) => {
    for (const net_precision of [{ id, abbrev }, { id }, ...(abbrev ? [{ abbrev }] : [])]) {
      const [read] = parse(launch({ net: NET, net_precision, window_end: null }))
      expect(read?.launch.net_precision).toBe(precision)
      expect(read?.pastAt).toBe(Date.parse(overAt))
    }
  })

  test('December ends with the year, and the last millisecond of a period belongs to it', () => {
    const over = (net: string, abbrev: string) =>
      parse(launch({ net, net_precision: { abbrev }, window_end: null }))[0]?.pastAt
    expect(over('2026-12-31T23:59:59Z', 'M')).toBe(Date.parse('2027-01-01T00:00:00Z'))
    expect(over('2026-12-31T23:59:59Z', 'DAY')).toBe(Date.parse('2027-01-01T00:00:00Z'))
    expect(over('2026-06-30T00:00:00Z', 'H1')).toBe(Date.parse('2026-07-01T00:00:00Z'))
  })
})

describe('a launch is past', () => {
  const over = (changes: object) => parse(launch({ net: '2026-05-20T10:12:34Z', ...changes }))[0]?.pastAt
  const status = (abbrev: string) => ({ abbrev })

  test.each(['Go', 'TBC', 'TBD', 'Hold', 'In Flight', 'Scrubbed'])(
    'with status %s when its window has ended, not before',
    (abbrev) => {
      const window_end = '2026-05-20T13:00:00Z'
      expect(over({ status: status(abbrev), window_end })).toBe(Date.parse(window_end))
    },
  )

  test.each(['Success', 'Failure', 'Partial Failure'])('with final status %s at once', (abbrev) => {
    expect(over({ status: status(abbrev), window_end: '2026-05-20T13:00:00Z' })).toBe(
      Number.NEGATIVE_INFINITY,
    )
  })

  test('when the period that net names has ended, if the window is just net', () => {
    const window_end = '2026-05-20T10:12:34Z'
    const net_precision = { abbrev: 'HR' }
    expect(over({ net_precision, window_end })).toBe(Date.parse('2026-05-20T11:00:00Z'))
    expect(over({ net_precision: { abbrev: 'MIN' }, window_end: null })).toBe(
      Date.parse('2026-05-20T10:13:00Z'),
    )
    expect(over({ net_precision: null, window_end: null })).toBe(Date.parse(window_end))
  })
})

test('a launch is listed once, as last updated', () => {
  const first = launch({ name: 'first', last_updated: '2026-11-20T10:00:00Z' })
  const last = launch({ name: 'last', last_updated: '2026-11-20T11:00:00Z' })
  const unknown = launch({ name: 'unknown', last_updated: null })
  for (const rows of [
    [first, last, unknown],
    [last, unknown, first],
  ])
    expect(parse(...rows, launch({ id: 'other' })).map((each) => each.launch.name)).toEqual([
      'last',
      launch().name,
    ])
})

test('a malformed launch is dropped, and a document of only such, or without results, is rejected', () => {
  const bad = [
    null,
    'x',
    {},
    launch({ id: null }),
    launch({ net: 'soon' }),
    launch({ name: '' }),
    launch({ id: '../x' }),
  ]
  expect(parse(...bad, launch())).toHaveLength(1)
  expect(() => parse(...bad)).toThrow()
  expect(parse()).toEqual([])
  for (const body of ['{"detail":"Not found."}', '{"results":null}', '{"results":{}}']) {
    expect(() => upcomingLaunches.parse(body, NOW)).toThrow()
  }
})

test('the launch list is as new as its latest edit', () => {
  const launches = parse(
    launch({ last_updated: null }),
    launch(),
    launch({ last_updated: '2026-11-19T00:00:00Z' }),
  )
  expect(upcomingLaunches.newestAt(launches)).toBe(Date.parse('2026-11-20T14:15:05Z'))
  expect(upcomingLaunches.newestAt(parse(launch({ last_updated: null })))).toBeNull()
})
