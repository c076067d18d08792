import { expect, it } from 'vitest'
import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { people } from '../../../packages/cli/src/doctor/groups/people.ts'
import { selections } from '../../../packages/cli/src/doctor/groups/selections.ts'
import { runChecks } from '../../../packages/cli/src/doctor/run-checks.ts'
import { findSignatureFault } from '../../../packages/cli/src/doctor/signature-fault.ts'
import { Target } from '../../../packages/cli/src/doctor/target.ts'
import type { CacheResult } from '../stand-in.ts'
import {
  at,
  change,
  drop,
  error,
  expectFaultsFound,
  json,
  KP,
  later,
  put,
  server,
  set,
  TLE,
  text,
  unset,
} from './faults.ts'

const DENSITY = '/shell/density/785'
const XRAY = '/v1/space-weather/xray'

expectFaultsFound({
  'data.answers: an endpoint that breaks down': error(500, 'internal_error', at('/v1/events/recent')),
  'data.answers: an object that is not there': error(404, 'object_not_found', at('/v1/objects/25544')),
  'data.answers: a table that is not there': error(404, 'not_found', at('/ref/units')),
  'data.answers: a shell that is refused': error(400, 'invalid_parameter', at(DENSITY)),
  'data.answers: a key that is refused at one path': error(401, 'invalid_key', at('/v1/alerts')),
  'data.answers: a page that breaks down': error(500, 'internal_error', at('/debris')),
  'openapi.bodies: a fifth member of the envelope': set('/v1/space-weather/wind', 'cached', true),
  'openapi.bodies: no source': unset('/ref/units', 'source'),
  'openapi.bodies: an instant in words': set(KP, 'fetched_at', 'just now'),
  'openapi.bodies: a payload that is a list': set('/v1/speedtest/info', 'data', []),
  'openapi.bodies: a missing member of kp': unset(KP, 'data.as_of'),
  'openapi.bodies: a fourth member of kp': set(KP, 'data.kp_index', 3),
  'openapi.bodies: an instant without a zone': set(KP, 'data.as_of', '2026-11-21T12:00:00'),
  'openapi.bodies: an instant of another zone': set(KP, 'data.as_of', '2026-11-21T12:00:00+01:00'),
  'data.source: another source inside': set(KP, 'data.source', 'elsewhere'),
  'data.source: an empty source': json(KP, (body) => {
    body.source = body.data.source = ''
  }),
  'data.recent: a measurement of yesterday': change(KP, 'data.as_of', (it) => later(it, -86_400_000)),
  'data.recent: a measurement of tomorrow': change(XRAY, 'data.as_of', (it) => later(it, 86_400_000)),
  'data.recent: an aurora of yesterday': change('/v1/space-weather/aurora', 'data.as_of', (it) =>
    later(it, -86_400_000),
  ),
  'data.answers: elements that are not held': error(
    404,
    'object_not_found',
    at('/v1/objects/25544/position'),
  ),
  'data.answers: passes that break down': error(500, 'internal_error', at('/v1/passes')),
  'sky.position: an object outside of its orbit': change(
    '/v1/objects/25544/position',
    'data.positions.0.altitude_km',
    (it) => it + 100,
  ),
  'sky.position: an object over the pole': set(
    '/v1/objects/25544/position',
    'data.positions.0.latitude_deg',
    -89,
  ),
  'sky.passes: passes in another order': json('/v1/passes', ({ data }) => data.passes.reverse()),
  'sky.passes: a pass that is too low': set('/v1/passes', 'data.passes.0.highest.elevation_deg', 19.9),
  'sky.passes: a pass that sets first': json('/v1/passes', ({ data }) => {
    const [{ rise, set }] = data.passes
    const { at } = rise
    rise.at = set.at
    set.at = at
  }),
  'sky.passes: a shift of the wrong sign': change('/v1/passes', 'data.passes.0.rise.doppler_hz', (it) => -it),
  'people.list: a list of the day before yesterday': change('/v1/people', 'fetched_at', (it) =>
    later(it, -2 * 86_400_000),
  ),
  'people.list: somebody of another year': set(
    '/v1/people',
    'data.people.0.since',
    '2099-01-01T00:00:00.000Z',
  ),
  'people.list + people.open-notify: nobody in space': set('/v1/people', 'data.people', []),
  'people.open-notify: another number': change('/astros.json', 'number', (it) => it + 1),
  'launches.previous: launches in another order': json('/v1/launches/previous', ({ data }) =>
    data.launches.reverse(),
  ),
  'launches.previous: a launch to come': set(
    '/v1/launches/previous',
    'data.launches.0.net',
    '2099-01-01T00:00:00.000Z',
  ),
  'launches.previous: a launch of before': set(
    '/v1/launches/previous',
    'data.launches.-1.net',
    '2020-01-01T00:00:00.000Z',
  ),
})

it('an outage fails no check and is reported with its path and reason', { timeout: 240_000 }, async () => {
  server.breakBy((served) => {
    for (const path of ['/v1/space-weather/aurora', '/v1/people'])
      error(503, 'upstream_stale', at(path))(served)
  })
  const target = new Target(server.url, { key: server.key, pauseMs: 20, findSignatureFault })
  const results = await runChecks(target, { groups: [data, people, selections], issueKey: false })
  expect(results.filter(({ state }) => state === 'failed')).toEqual([])
  const reasonOf = (id: string) => results.find((each) => each.id === id)?.reasons.join()
  expect(reasonOf('data.available')).toMatch(
    /^\/v1\/space-weather\/aurora\?.* returned 503 upstream_stale: .*; \/v1\/people returned 503/,
  )
  expect(reasonOf('people.list')).toBe('/v1/people returned 503 upstream_stale')
  expect(reasonOf('selections.aurora')).toMatch(/returned 503 upstream_stale$/)
})

expectFaultsFound({
  'data.flare-class: a class of another flux': change(XRAY, 'data.flux_w_m2', (it) => it * 2),
  'data.arrivals: an arrival before its earliest time': json('/v1/space-weather/arrivals', ({ data }) => {
    data.arrivals[0].arrival_time = later(data.arrivals[0].earliest, -60_000)
  }),
  'data.arrivals: an arrival of another state': change(
    '/v1/space-weather/arrivals',
    'data.arrivals.0.state',
    (it) => (it === 'passed' ? 'expected' : 'passed'),
  ),
  'data.bins + selections.profile: a bin that is missing': json(DENSITY, ({ data }) => data.bins.pop()),
  'data.bins: bins that do not add up': change(DENSITY, 'data.objects_total', (it) => it + 1_000),
  'freshness.valid-until: a minute more than the TTL': change(KP, 'valid_until', (it) => later(it, 60_000)),
  'freshness.valid-until: a minute more for a TLE': put('x-valid-until', '2099-01-01T00:00:00.000Z', at(TLE)),
  'freshness.not-restamped: instants stamped anew': json('/v1/objects/25544', (body) => {
    body.fetched_at = new Date().toISOString()
    body.valid_until = later(body.fetched_at, 3_600_000)
  }),
  'freshness.max-age: max-age past valid_until': put(
    'cache-control',
    'private, max-age=1800',
    (it) => at(KP)(it) && it.status === 200,
  ),
  'openapi.bodies: TLE as bytes': put('content-type', 'application/octet-stream', at(TLE)),
  'openapi.bodies: TLE of another charset': put('content-type', 'text/plain; charset=iso-8859-1', at(TLE)),
  'openapi.headers: no x-source': drop('x-source', at(TLE)),
  'tle.lines: TLE with CR': text(at(TLE), (body) => body.replaceAll('\n', '\r\n')),
  'tle.lines: names with a leading 0': text(at(TLE), (body) => `0 ${body}`),
  'tle.lines: lines of 68 columns': text(at(TLE), (body) => body.replace(/^1 (.*)\d$/m, '1 $1')),
  'tle.count: a wrong count': put('x-tle-count', '1', (it: CacheResult) => it.headers.has('x-tle-count')),
  'tle.accept: Accept is ignored': put('content-type', 'text/plain', (it: CacheResult) =>
    (it.headers.get('content-type') ?? '').startsWith('text/csv'),
  ),
  'tle.any-case: group names of one case': error(404, 'group_not_found', at('/v1/tle/STATIONS')),
})
