import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { freshness } from '../../../packages/cli/src/doctor/groups/freshness.ts'
import { selections } from '../../../packages/cli/src/doctor/groups/selections.ts'
import { tle } from '../../../packages/cli/src/doctor/groups/tle.ts'
import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, json, KP, later, put, TLE, text } from './faults.ts'

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
expectFailedChecks([data], ['data.flare-class'], {
  'a class of another flux': json(XRAY, ({ data }) => {
    data.flux_w_m2 *= 2
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
