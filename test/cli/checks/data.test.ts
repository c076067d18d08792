import { at, drop, error, expectFailedChecks, json, KP, later, put, TLE } from './faults.ts'

expectFailedChecks([
  // Data and envelope.
  [
    'an endpoint that breaks down',
    error(500, 'internal_error', (it) => at('/v1/events/recent')(it) && it.status === 200),
    ['data.answers'],
  ],
  [
    'a fifth member of the envelope',
    json('/v1/space-weather/wind', (body) => {
      body.cached = true
    }),
    ['envelope.members'],
  ],
  [
    'no source',
    json('/ref/units', (body) => {
      delete body.source
    }),
    ['envelope.members'],
  ],
  [
    'an instant in words',
    json(KP, (body) => {
      body.fetched_at = 'just now'
    }),
    ['envelope.types'],
  ],
  [
    'a payload that is a list',
    json('/v1/speedtest/info', (body) => {
      body.data = []
    }),
    ['envelope.types', 'speedtest.info'],
  ],
  [
    'a missing member of kp',
    json(KP, (body) => {
      delete body.data.as_of
    }),
    ['data.members'],
  ],
  [
    'a fourth member of kp',
    json(KP, (body) => {
      body.data.kp_index = 3
    }),
    ['data.members'],
  ],
  [
    'another source inside',
    json(KP, (body) => {
      body.data.source = 'elsewhere'
    }),
    ['data.source'],
  ],
  [
    'an instant without a zone',
    json(KP, (body) => {
      body.data.as_of = '2026-11-21T12:00:00'
    }),
    ['data.instants'],
  ],
  [
    'a bin that is missing',
    json('/shell/density/785', (body) => {
      body.data.bins.pop()
    }),
    ['data.bins', 'selections.profile'],
  ],
  [
    'bins that do not add up',
    json('/shell/density/785', (body) => {
      body.data.objects_total += 1_000
    }),
    ['data.bins'],
  ],
  // Freshness.
  [
    'a minute more than the TTL',
    json(KP, (body) => {
      body.valid_until = later(body.valid_until, 60_000)
    }),
    ['freshness.valid-until'],
  ],
  [
    'a minute more for a TLE',
    put('x-valid-until', '2099-01-01T00:00:00.000Z', at(TLE)),
    ['freshness.valid-until'],
  ],
  [
    'instants stamped anew',
    json('/v1/objects/25544', (body) => {
      body.fetched_at = new Date().toISOString()
      body.valid_until = later(body.fetched_at, 3_600_000)
    }),
    ['freshness.not-restamped'],
  ],
  [
    'max-age past valid_until',
    put('cache-control', 'private, max-age=1800', (it) => at(KP)(it) && it.status === 200),
    ['freshness.max-age'],
  ],
  // TLE.
  ['TLE as bytes', put('content-type', 'application/octet-stream', at(TLE)), ['tle.media-type']],
  [
    'TLE with CR',
    (it) => at(TLE)(it) && Object.assign(it, { body: it.body.replaceAll('\n', '\r\n') }),
    ['tle.lines'],
  ],
  [
    'names with a leading 0',
    (it) => at(TLE)(it) && Object.assign(it, { body: `0 ${it.body}` }),
    ['tle.lines'],
  ],
  [
    'lines of 68 columns',
    (it) => at(TLE)(it) && Object.assign(it, { body: it.body.replace(/^1 (.*)\d$/m, '1 $1') }),
    ['tle.lines'],
  ],
  [
    'a wrong checksum',
    (it) =>
      at(TLE)(it) &&
      Object.assign(it, {
        body: it.body.replace(/^(1 .{66})(\d)$/m, (_, line, sum) => line + ((Number(sum) + 1) % 10)),
      }),
    ['tle.checksums'],
  ],
  ['a wrong count', put('x-tle-count', '1', (it) => it.headers.has('x-tle-count')), ['tle.count']],
  ['no x-source', drop('x-source'), ['tle.headers']],
  [
    'group names of one case',
    error(404, 'group_not_found', (it) => at('/v1/tle/STATIONS')(it)),
    ['tle.any-case'],
  ],
])
