import { expect, test } from 'vitest'
import {
  toUpcomingLaunchesData,
  upcoming,
} from '../../packages/core/src/features/launches/endpoints/upcoming.ts'
import { upcomingLaunches } from '../../packages/core/src/features/launches/upcoming.ts'
import { json } from '../fixtures/bodies.ts'
import { launch, page } from '../fixtures/launches.ts'
import { published } from '../fixtures/payload.ts'

const serve = (now: string, ...results: object[]) =>
  published(
    upcoming,
    toUpcomingLaunchesData(
      upcomingLaunches.parse(json(page(...results)), Date.parse(now)),
      'label',
      Date.parse(now),
    ),
  )
const nets = (now: string, ...results: object[]) =>
  serve(now, ...results).launches.map(({ net }) => net.slice(0, 10))
const on = (net: string, abbrev: string, window_end: string | null = null) =>
  launch({ net, net_precision: { abbrev }, window_end })

test('a launch list has its fields in order', () => {
  const data = serve('2026-11-21T12:00:00Z', launch())
  expect([upcoming.path, upcoming.ttlMs]).toEqual(['/v1/launches/upcoming', 3_600_000])
  expect(Object.keys(data)).toEqual(['count', 'launches', 'as_of', 'source'])
  expect(data).toMatchObject({ count: 1, as_of: '2026-11-21T12:00:00.000Z', source: 'label' })
  expect(Object.keys(data.launches[0] ?? {}).join(' ')).toBe(
    'id name status net net_precision window_start window_end provider vehicle mission mission_type orbit pad ' +
      'probability_percent launch_designator last_updated url',
  )
  expect(Object.keys(data.launches[0]?.pad ?? {}).join(' ')).toBe(
    'name location country_code latitude_deg longitude_deg',
  )
})

test('launches are sorted by net, earliest first', () => {
  const results = ['2026-12-24T00:00:00Z', '2026-11-23T00:00:00Z', '2027-01-01T00:00:00Z'].map((net, i) =>
    launch({ id: `launch-${i}`, net }),
  )
  expect(nets('2026-11-21T12:00:00Z', ...results)).toEqual(['2026-11-23', '2026-12-24', '2027-01-01'])
})

test('a launch is upcoming until its window ends, to the second', () => {
  const result = on('2026-11-21T11:00:00Z', 'MIN', '2026-11-21T13:00:00Z')
  expect(serve('2026-11-21T11:15:00Z', result).launches).toMatchObject([{ status: 'go' }])
  expect(serve('2026-11-21T12:59:59Z', result).count).toBe(1)
  expect(serve('2026-11-21T13:00:00Z', result).count).toBe(0)
})

test('a launch in flight is listed within its window, one with an outcome is not', () => {
  const now = '2026-11-21T12:00:00Z'
  const window_end = '2026-11-21T13:00:00Z'
  const flown = ['In Flight', 'Success', 'Failure', 'Partial Failure'].map((abbrev) =>
    launch({ id: abbrev.replace(' ', '-'), net: '2026-11-21T11:50:00Z', window_end, status: { abbrev } }),
  )
  expect(serve(now, ...flown).launches.map(({ status }) => status)).toEqual(['in_flight'])
})

test('a launch that is listed twice is counted once', () => {
  expect(serve('2026-11-21T12:00:00Z', launch(), launch()).count).toBe(1)
})

test.each([
  ['SEC', '2026-05-15T00:00:00Z', '2026-05-15T00:00:00.999Z', '2026-05-15T00:00:01Z'],
  ['MIN', '2026-05-15T00:00:00Z', '2026-05-15T00:00:59Z', '2026-05-15T00:01:00Z'],
  ['HR', '2026-05-15T00:10:00Z', '2026-05-15T00:59:59Z', '2026-05-15T01:00:00Z'],
  ['DAY', '2026-05-15T00:00:00Z', '2026-05-15T23:59:59Z', '2026-05-16T00:00:00Z'],
  ['M', '2026-05-15T00:00:00Z', '2026-05-31T23:59:59Z', '2026-06-01T00:00:00Z'],
  ['Q2', '2026-05-15T00:00:00Z', '2026-06-30T23:59:59Z', '2026-07-01T00:00:00Z'],
  ['Q3', '2026-06-30T00:00:00Z', '2026-09-30T23:59:59Z', '2026-10-01T00:00:00Z'],
  ['H1', '2026-05-15T00:00:00Z', '2026-06-30T23:59:59Z', '2026-07-01T00:00:00Z'],
  ['DEC', '2029-12-31T00:00:00Z', '2029-12-31T23:59:59Z', '2030-01-01T00:00:00Z'],
  ['Y', '2026-05-15T00:00:00Z', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
])('with precision %s, a net of %s is served until %s and past from %s', (abbrev, net, until, from) => {
  expect(serve(until, on(net, abbrev)).count).toBe(1)
  expect(serve(from, on(net, abbrev)).count).toBe(0)
})
