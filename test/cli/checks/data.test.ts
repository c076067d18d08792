import { expect, it } from 'vitest'
import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { freshness } from '../../../packages/cli/src/doctor/groups/freshness.ts'
import { people } from '../../../packages/cli/src/doctor/groups/people.ts'
import { selections } from '../../../packages/cli/src/doctor/groups/selections.ts'
import { sky } from '../../../packages/cli/src/doctor/groups/sky.ts'
import { tle } from '../../../packages/cli/src/doctor/groups/tle.ts'
import { runChecks } from '../../../packages/cli/src/doctor/run-checks.ts'
import { findSignatureFault } from '../../../packages/cli/src/doctor/signature-fault.ts'
import { Target } from '../../../packages/cli/src/doctor/target.ts'
import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, json, KP, later, put, server, TLE, text } from './faults.ts'

const DENSITY = '/shell/density/785'
const XRAY = '/v1/space-weather/xray'

expectFailedChecks([data], ['data.answers'], {
  'an endpoint that breaks down': error(500, 'internal_error', at('/v1/events/recent')),
  'an object that is not there': error(404, 'object_not_found', at('/v1/objects/25544')),
  'a table that is not there': error(404, 'not_found', at('/ref/units')),
  'a shell that is refused': error(400, 'invalid_parameter', at(DENSITY)),
  'a key that is refused at one path': error(401, 'invalid_key', at('/v1/alerts')),
  'a page that breaks down': error(500, 'internal_error', at('/debris')),
})
expectFailedChecks([document], ['openapi.bodies'], {
  'a fifth member of the envelope': json('/v1/space-weather/wind', (body) => {
    body.cached = true
  }),
  'no source': json('/ref/units', (body) => {
    delete body.source
  }),
  'an instant in words': json(KP, (body) => {
    body.fetched_at = 'just now'
  }),
  'a payload that is a list': json('/v1/speedtest/info', (body) => {
    body.data = []
  }),
  'a missing member of kp': json(KP, ({ data }) => {
    delete data.as_of
  }),
  'a fourth member of kp': json(KP, ({ data }) => {
    data.kp_index = 3
  }),
  'an instant without a zone': json(KP, ({ data }) => {
    data.as_of = '2026-11-21T12:00:00'
  }),
  'an instant of another zone': json(KP, ({ data }) => {
    data.as_of = '2026-11-21T12:00:00+01:00'
  }),
})
expectFailedChecks([data], ['data.source'], {
  'another source inside': json(KP, ({ data }) => {
    data.source = 'elsewhere'
  }),
  'an empty source': json(KP, (body) => {
    body.source = body.data.source = ''
  }),
})
expectFailedChecks([data], ['data.recent'], {
  'a measurement of yesterday': json(KP, ({ data }) => {
    data.as_of = later(data.as_of, -86_400_000)
  }),
  'a measurement of tomorrow': json(XRAY, ({ data }) => {
    data.as_of = later(data.as_of, 86_400_000)
  }),
})
expectFailedChecks([data], ['data.recent'], {
  'an aurora of yesterday': json('/v1/space-weather/aurora', ({ data }) => {
    data.as_of = later(data.as_of, -86_400_000)
  }),
})
expectFailedChecks([data], ['data.answers'], {
  'elements that are not held': error(404, 'object_not_found', at('/v1/objects/25544/position')),
  'passes that break down': error(500, 'internal_error', at('/v1/passes')),
})
expectFailedChecks([sky], ['sky.position'], {
  'an object outside of its orbit': json('/v1/objects/25544/position', ({ data }) => {
    data.positions[0].altitude_km += 100
  }),
  'an object over the pole': json('/v1/objects/25544/position', ({ data }) => {
    data.positions[0].latitude_deg = -89
  }),
})
expectFailedChecks([sky], ['sky.passes'], {
  'passes in another order': json('/v1/passes', ({ data }) => data.passes.reverse()),
  'a pass that is too low': json('/v1/passes', ({ data }) => {
    data.passes[0].highest.elevation_deg = 19.9
  }),
  'a pass that sets first': json('/v1/passes', ({ data }) => {
    const [{ rise, set }] = data.passes
    const { at } = rise
    rise.at = set.at
    set.at = at
  }),
})
expectFailedChecks([people], ['people.list'], {
  'a list of the day before yesterday': json('/v1/people', (body) => {
    body.fetched_at = later(body.fetched_at, -2 * 86_400_000)
  }),
  'somebody of another year': json('/v1/people', ({ data }) => {
    data.people[0].since = '2099-01-01T00:00:00.000Z'
  }),
})
expectFailedChecks([people], ['people.list', 'people.open-notify'], {
  'nobody in space': json('/v1/people', ({ data }) => {
    data.people = []
  }),
})
expectFailedChecks([people], ['people.open-notify'], {
  'another number': json('/astros.json', (body) => {
    body.number += 1
  }),
})
expectFailedChecks([people], ['launches.previous'], {
  'launches in another order': json('/v1/launches/previous', ({ data }) => data.launches.reverse()),
  'a launch to come': json('/v1/launches/previous', ({ data }) => {
    data.launches[0].net = '2099-01-01T00:00:00.000Z'
  }),
  'a launch of before': json('/v1/launches/previous', ({ data }) => {
    data.launches.at(-1).net = '2020-01-01T00:00:00.000Z'
  }),
})

it('an outage fails no check and is reported with its path and reason', { timeout: 60_000 }, async () => {
  server.breakBy((served) => {
    for (const path of ['/v1/space-weather/aurora', '/v1/people'])
      error(503, 'upstream_stale', at(path))(served)
  })
  const target = new Target(server.url, { key: server.key, pauseMs: 20, findSignatureFault })
  const results = await runChecks(target, { groups: [data, people, selections], issueKey: false })
  expect(results.filter(({ state }) => state === 'failed')).toEqual([])
  const reasonOf = (id: string) => results.find((each) => each.id === id)?.reasons.join()
  expect(reasonOf('data.available')).toMatch(
    /^\/v1\/space-weather\/aurora\?.* responds 503 upstream_stale: .*; \/v1\/people responds 503/,
  )
  expect(reasonOf('people.list')).toBe('/v1/people responds 503 upstream_stale')
  expect(reasonOf('selections.aurora')).toMatch(/responds 503 upstream_stale$/)
})

expectFailedChecks([data], ['data.flare-class'], {
  'a class of another flux': json(XRAY, ({ data }) => {
    data.flux_w_m2 *= 2
  }),
})
expectFailedChecks([data], ['data.arrivals'], {
  'an arrival before its earliest time': json('/v1/space-weather/arrivals', ({ data }) => {
    data.arrivals[0].arrival_time = later(data.arrivals[0].earliest, -60_000)
  }),
  'an arrival of another state': json('/v1/space-weather/arrivals', ({ data }) => {
    data.arrivals[0].state = data.arrivals[0].state === 'passed' ? 'expected' : 'passed'
  }),
})
expectFailedChecks([data, selections], ['data.bins', 'selections.profile'], {
  'a bin that is missing': json(DENSITY, ({ data }) => data.bins.pop()),
})
expectFailedChecks([data], ['data.bins'], {
  'bins that do not add up': json(DENSITY, ({ data }) => {
    data.objects_total += 1_000
  }),
})

expectFailedChecks([freshness], ['freshness.valid-until'], {
  'a minute more than the TTL': json(KP, (body) => {
    body.valid_until = later(body.valid_until, 60_000)
  }),
  'a minute more for a TLE': put('x-valid-until', '2099-01-01T00:00:00.000Z', at(TLE)),
})
expectFailedChecks([freshness], ['freshness.not-restamped'], {
  'instants stamped anew': json('/v1/objects/25544', (body) => {
    body.fetched_at = new Date().toISOString()
    body.valid_until = later(body.fetched_at, 3_600_000)
  }),
})
expectFailedChecks([freshness], ['freshness.max-age'], {
  'max-age past valid_until': put(
    'cache-control',
    'private, max-age=1800',
    (it) => at(KP)(it) && it.status === 200,
  ),
})

expectFailedChecks([document], ['openapi.bodies'], {
  'TLE as bytes': put('content-type', 'application/octet-stream', at(TLE)),
  'TLE of another charset': put('content-type', 'text/plain; charset=iso-8859-1', at(TLE)),
})
expectFailedChecks([document], ['openapi.headers'], { 'no x-source': drop('x-source', at(TLE)) })
expectFailedChecks([tle], ['tle.lines'], {
  'TLE with CR': text(at(TLE), (body) => body.replaceAll('\n', '\r\n')),
  'names with a leading 0': text(at(TLE), (body) => `0 ${body}`),
  'lines of 68 columns': text(at(TLE), (body) => body.replace(/^1 (.*)\d$/m, '1 $1')),
})
expectFailedChecks([tle], ['tle.checksums'], {
  'a wrong checksum': text(at(TLE), (body) =>
    body.replace(/^(1 .{66})(\d)$/m, (_, line, sum) => line + ((Number(sum) + 1) % 10)),
  ),
})
expectFailedChecks([tle], ['tle.count'], {
  'a wrong count': put('x-tle-count', '1', (it: CacheResult) => it.headers.has('x-tle-count')),
})
expectFailedChecks([tle], ['tle.any-case'], {
  'group names of one case': error(404, 'group_not_found', at('/v1/tle/STATIONS')),
})
