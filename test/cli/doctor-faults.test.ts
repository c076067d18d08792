import { afterAll, beforeAll, expect, it } from 'vitest'
import { examine } from '../../packages/cli/src/doctor/examine.ts'
import { Patient } from '../../packages/cli/src/doctor/patient.ts'
import { edited, type Fault, type Served, type StandIn, standIn } from './stand-in.ts'

let server: StandIn
beforeAll(async () => {
  server = await standIn()
})
afterAll(() => server.close())

async function brokenBy(fault: Fault, issueKey = false): Promise<string[]> {
  server.breakBy(fault)
  const patient = new Patient(server.url, { ...(!issueKey && { key: server.key }), pauseMs: 20 })
  const findings = await examine(patient, { issueKey })
  return findings.filter(({ state }) => state === 'broken').map(({ id }) => id)
}

const keyed = ({ headers }: Served) => headers.get('vary')?.includes('Authorization') === true
const drop =
  (name: string, when: (served: Served) => boolean = () => true): Fault =>
  (served) =>
    when(served) && served.headers.delete(name)
const put =
  (name: string, value: string, when: (served: Served) => boolean = () => true): Fault =>
  (served) =>
    when(served) && served.headers.set(name, value)
const status =
  (code: number, when: (served: Served) => boolean): Fault =>
  (served) => {
    if (when(served)) served.status = code
  }
const error =
  (code: number, name: string, when: (served: Served) => boolean): Fault =>
  (served) => {
    if (!when(served)) return
    served.status = code
    served.headers.set('content-type', 'application/json; charset=utf-8')
    served.headers.set('cache-control', 'no-store')
    for (const name of ['etag', 'cache-status', 'vary', 'content-security-policy'])
      served.headers.delete(name)
    if (code === 401) served.headers.set('www-authenticate', 'Bearer')
    if (code > 500 || name === 'shell_not_populated') served.headers.set('retry-after', '45')
    served.body = JSON.stringify({ error: name, message: 'So it is.' })
  }
const at =
  (path: string) =>
  (served: Served): boolean =>
    served.path.split('?')[0] === path
const json =
  (path: string, edit: Parameters<typeof edited>[1]): Fault =>
  (served) =>
    at(path)(served) && edited(served, edit)
const failing = ({ status }: Served) => status >= 400
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

const KP = '/v1/space-weather/kp'
const TLE = '/v1/tle/stations'

const faults: [what: string, fault: Fault, names: string[]][] = [
  ['no fault at all', () => {}, []],
  // Keys.
  [
    'a data path that is open',
    status(200, (it) => at('/v1/launches/upcoming')(it) && it.status === 401),
    ['keys.missing'],
  ],
  [
    'a data path that is forbidden',
    status(403, (it) => at('/v1/launches/upcoming')(it) && it.status === 401),
    ['keys.missing'],
  ],
  [
    'unknown keys that are let in',
    error(
      404,
      'not_found',
      (it) =>
        it.status === 401 && it.body.includes('invalid_key') && !String(it.asked['x-api-key']).includes(','),
    ),
    ['keys.unknown'],
  ],
  ['keys in the query', error(401, 'invalid_key', (it) => it.path.includes('key=')), ['keys.query']],
  [
    'the first of two keys',
    error(404, 'not_found', (it) => String(it.asked['x-api-key']).includes(',')),
    ['keys.repeated'],
  ],
  ['a public path behind a key', error(401, 'missing_key', at('/v1/speedtest/info')), ['keys.public']],
  [
    'x-api-key forgotten',
    error(401, 'missing_key', (it) => it.asked['x-api-key'] === server.key && !it.asked.authorization),
    ['keys.either-header'],
  ],
  [
    'Bearer forgotten',
    error(
      401,
      'missing_key',
      (it) => it.asked.authorization === `Bearer ${server.key}` && !it.asked['x-api-key'],
    ),
    ['keys.either-header'],
  ],
  [
    'both headers refused',
    error(
      401,
      'invalid_key',
      (it) => it.asked['x-api-key'] === server.key && it.asked.authorization === `Bearer ${server.key}`,
    ),
    ['keys.both-headers'],
  ],
  [
    'a gateway’s token refused',
    error(401, 'invalid_key', (it) => it.asked.authorization === 'Bearer a.b.c'),
    ['keys.foreign-bearer'],
  ],
  // Methods and the order of checks.
  [
    'a key asked for before the route',
    error(401, 'missing_key', (it) => it.status === 404 && it.body.includes('"not_found"')),
    ['order.route'],
  ],
  [
    'a failure that is a 200',
    status(200, (it) => it.status === 404 && it.body.includes('"not_found"')),
    ['order.route'],
  ],
  ['a method that is not found', error(404, 'not_found', (it) => it.status === 405), ['order.method']],
  ['no Allow', drop('allow', (it) => it.status === 405), ['methods.allow']],
  ['another Allow', put('allow', 'GET', (it) => it.status === 405), ['methods.allow']],
  [
    'a preflight with a body',
    (it) => it.method === 'OPTIONS' && Object.assign(it, { status: 200, body: 'OK' }),
    ['methods.preflight'],
  ],
  [
    'a preflight without x-api-key',
    put(
      'access-control-allow-headers',
      'authorization, content-type, if-none-match',
      (it) => it.method === 'OPTIONS',
    ),
    ['methods.preflight'],
  ],
  [
    'parameters before the key',
    error(400, 'invalid_parameter', (it) => it.path.startsWith('/v1/objects/doctor')),
    ['order.key'],
  ],
  [
    'a bad parameter that is not found',
    error(404, 'object_not_found', (it) => it.path.startsWith('/v1/objects/doctor') && it.status === 400),
    ['order.parameters'],
  ],
  // Data and their envelope.
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
    ['data.bins'],
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
  // Caching.
  [
    'a public answer to a key',
    put('cache-control', 'public, max-age=10', (it) => keyed(it) && !failing(it)),
    ['caching.keyed'],
  ],
  [
    's-maxage',
    put('cache-control', 'private, max-age=10, s-maxage=10', (it) => keyed(it) && !failing(it)),
    ['caching.keyed'],
  ],
  ['no Vary', drop('vary', keyed), ['caching.vary']],
  ['a private table', put('cache-control', 'private, max-age=10', at('/ref/scales')), ['caching.public']],
  [
    'weak tags',
    (it) => it.headers.has('etag') && it.headers.set('etag', `W/${it.headers.get('etag')}`),
    ['caching.etag'],
  ],
  ['no tags', drop('etag'), ['caching.etag']],
  ['no Cache-Status', drop('cache-status'), ['caching.cache-status']],
  ['a 304 that is a 200', status(200, (it) => it.status === 304), ['caching.not-modified']],
  [
    'a 304 of no length',
    put('x-late-length', '0', (it) => it.status === 304),
    ['caching.not-modified-fields'],
  ],
  [
    'a 304 without Cache-Control',
    drop('cache-control', (it) => it.status === 304),
    ['caching.not-modified-fields'],
  ],
  ['HEAD that is not found', error(404, 'not_found', (it) => it.method === 'HEAD'), ['caching.head']],
  ['HEAD of another type', put('content-type', 'text/html', (it) => it.method === 'HEAD'), ['caching.head']],
  [
    'a query that busts the cache',
    (it) =>
      it.path === `${TLE}?doctor=1` &&
      it.headers.set('x-fetched-at', later(String(it.headers.get('x-fetched-at')), 1_000)),
    ['caching.unknown-query'],
  ],
  // Quota.
  [
    'RateLimit of an old draft',
    (it) => it.headers.has('ratelimit') && it.headers.set('ratelimit', 'limit=10, remaining=9, reset=50'),
    ['quota.fields'],
  ],
  ['RateLimit without its policy', drop('ratelimit-policy'), ['quota.fields']],
  [
    'a day that ends elsewhere',
    (it) =>
      it.headers.has('ratelimit') &&
      it.headers.set('ratelimit', String(it.headers.get('ratelimit')).replace(/t=\d+/, 't=1')),
    ['quota.midnight'],
  ],
  [
    'hits that do not count',
    (it) =>
      it.headers.has('ratelimit') &&
      it.headers.set('ratelimit', String(it.headers.get('ratelimit')).replace(/r=\d+/, 'r=7')),
    ['quota.counts'],
  ],
  [
    '401 that counts',
    put('ratelimit', '"day";r=1;t=1', (it) => at(KP)(it) && it.status === 401),
    ['quota.unkeyed'],
  ],
  // Parameters and issuing.
  [
    'leading zeros',
    error(404, 'object_not_found', (it) => at('/v1/objects/025544')(it)),
    ['parameters.norad-id'],
  ],
  [
    'altitudes with a point',
    error(404, 'shell_not_populated', (it) => at('/shell/density/550.0')(it)),
    ['parameters.altitude'],
  ],
  [
    'altitudes without a shell',
    error(404, 'shell_not_populated', at('/shell/density/99999')),
    ['parameters.range'],
  ],
  [
    'any group',
    error(502, 'upstream_invalid', (it) => it.status === 404 && it.body.includes('group_not_found')),
    ['parameters.group'],
  ],
  [
    'any type',
    (it) => it.status === 406 && error(400, 'invalid_parameter', () => true)(it),
    ['parameters.acceptable'],
  ],
  ['orders of any type', error(400, 'invalid_body', (it) => it.status === 415), ['issuing.media-type']],
  [
    'orders without a label',
    error(415, 'unsupported_media_type', (it) => it.status === 400 && at('/v1/keys')(it)),
    ['issuing.body'],
  ],
  ['orders of any size', error(400, 'invalid_body', (it) => it.status === 413), ['issuing.size']],
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
  // Speed test.
  [
    'a ping of 200',
    (it) => at('/v1/speedtest/ping')(it) && Object.assign(it, { status: 200 }),
    ['speedtest.ping'],
  ],
  [
    'a byte too few',
    (it) =>
      at('/v1/speedtest/down')(it) && it.status === 200 && Object.assign(it, { body: it.body.slice(1) }),
    ['speedtest.down'],
  ],
  [
    'any number of bytes',
    error(413, 'payload_too_large', (it) => it.path.includes('25000001')),
    ['speedtest.most'],
  ],
  [
    'bytes that are not counted',
    json('/v1/speedtest/up', (body) => {
      body.data.received_bytes -= 1
    }),
    ['speedtest.up'],
  ],
  [
    'a speed test that is kept',
    put('cache-control', 'public, max-age=9', at('/v1/speedtest/ping')),
    ['speedtest.cache-control'],
  ],
  ['no Server-Timing', drop('server-timing'), ['speedtest.server-timing']],
  [
    'timing for some',
    put('timing-allow-origin', 'https://a.example', at('/v1/speedtest/ping')),
    ['speedtest.timing-allow-origin'],
  ],
  // Status and reference.
  [
    'a status of no such state',
    json('/status', (body) => {
      body.data.status = 'fine'
    }),
    ['status.report'],
  ],
  [
    'an upstream without its error',
    json('/status', (body) => {
      delete body.data.upstreams[0].error
    }),
    ['status.report'],
  ],
  [
    'a status of 503',
    error(503, 'store_unavailable', (it) => at('/status')(it) && it.status === 200),
    ['status.report', 'status.page'],
  ],
  [
    'JSON for browsers',
    (it) =>
      at('/status')(it) &&
      it.headers.get('content-type')?.startsWith('text/html') &&
      it.headers.set('content-type', 'application/json'),
    ['status.page'],
  ],
  ['a status that does not vary', drop('vary', at('/status')), ['status.vary']],
  [
    'an unsafe policy',
    put('content-security-policy', "default-src 'none'; script-src 'unsafe-inline'", (it) =>
      it.headers.has('content-security-policy'),
    ),
    ['status.policy'],
  ],
  ['a table that is not there', error(404, 'not_found', at('/ref/units')), ['reference.tables']],
  [
    'a table that is not listed',
    json('/ref', (body) => {
      body.data.tables.pop()
    }),
    ['reference.tables'],
  ],
  // Every answer.
  ['no request id on errors', drop('x-service-request-id', failing), ['answer.request-id']],
  ['one id for all', put('x-service-request-id', 'the-one-and-only'), ['answer.request-id']],
  [
    'ids of the clients',
    (it) =>
      it.asked['x-service-request-id'] &&
      it.headers.set('x-service-request-id', String(it.asked['x-service-request-id'])),
    ['answer.own-id'],
  ],
  ['sniffing', drop('x-content-type-options', failing), ['answer.nosniff']],
  [
    'CORS for the one who asks',
    (it) => it.asked.origin && it.headers.set('access-control-allow-origin', it.asked.origin),
    ['answer.cors'],
  ],
  ['headers that scripts cannot read', put('access-control-expose-headers', 'etag'), ['answer.exposed']],
  // Errors.
  [
    'a stack in an error',
    (it) => it.status === 404 && Object.assign(it, { body: it.body.replace('}', ',"stack":"at x"}') }),
    ['errors.shape'],
  ],
  [
    'an error in plain text',
    (it) => it.status === 405 && Object.assign(it, { body: 'Method not allowed' }),
    ['errors.shape'],
  ],
  [
    'a code of no list',
    (it) =>
      it.status === 405 && Object.assign(it, { body: it.body.replace('method_not_allowed', 'E_METHOD') }),
    ['errors.codes'],
  ],
  ['errors as text/plain', put('content-type', 'text/plain', failing), ['errors.media-type']],
  ['errors that are kept', put('cache-control', 'public, max-age=60', failing), ['errors.no-store']],
  ['no challenge', drop('www-authenticate'), ['errors.challenge']],
  [
    'an echo',
    (it) =>
      it.status === 404 &&
      it.path.includes('doctor') &&
      Object.assign(it, { body: it.body.replace('There is', `${it.path}: there is`) }),
    ['errors.silent'],
  ],
  ['no Retry-After', drop('retry-after'), ['errors.retry-after']],
  // The document.
  [
    'a document of 3.0',
    json('/openapi.json', (body) => {
      body.openapi = '3.0.3'
    }),
    ['openapi.document'],
  ],
  [
    'a path that the document lacks',
    json('/openapi.json', (body) => {
      delete body.paths['/ref/units']
    }),
    ['openapi.paths'],
  ],
  [
    'a status that it lacks',
    json('/openapi.json', (body) => {
      delete body.paths['/v1/keys'].post.responses['415']
    }),
    ['openapi.statuses'],
  ],
  ['a header that it lacks', put('x-debug', 'yes', at('/ref/tiers')), ['openapi.headers']],
  [
    'a member that it lacks',
    json('/v1/space-weather/wind', (body) => {
      body.data.extra = 1
    }),
    ['openapi.bodies'],
  ],
  [
    'a value out of its range',
    json(KP, (body) => {
      body.data.kp = 42
    }),
    ['openapi.bodies'],
  ],
  [
    'a member of another type',
    json('/v1/launches/upcoming', (body) => {
      body.data.count = 'two'
    }),
    ['openapi.bodies'],
  ],
]

it.each(faults)('%s', { timeout: 20_000 }, async (_, fault, names) => {
  expect(await brokenBy(fault)).toEqual(names)
})

it('a new key of another checksum, and a record with more than it should have', {
  timeout: 20_000,
}, async () => {
  const broken = await brokenBy((it) => {
    if (!at('/v1/keys')(it) || it.status !== 200) return
    it.body = it.body.replace(/"sd_live_\w+"/, `"sd_live_${'0'.repeat(36)}"`).replace('}', ',"id":"key_1"}')
  }, true)
  expect(broken).toEqual(expect.arrayContaining(['issuing.record', 'issuing.key']))
})

it('counts its faults', () => {
  console.log(`FIGURE doctor: ${faults.length - 1} faults put in one by one, each named by its clause`)
  expect(faults.length).toBeGreaterThan(80)
})
