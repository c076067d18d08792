import type { CacheResult } from '../stand-in.ts'
import { edited } from '../stand-in.ts'
import { at, change, drop, error, expectFaultsFound, json, put, set, text, unset } from './faults.ts'

const ends = (end: string) => (it: CacheResult) => it.path.endsWith(end)

expectFaultsFound({
  'parameters.values: leading zeros': error(404, 'object_not_found', at('/v1/objects/025544')),
  'parameters.values: altitudes with a point': error(404, 'shell_not_populated', at('/shell/density/785.0')),
  'parameters.values: altitudes without a shell': error(
    404,
    'shell_not_populated',
    at('/shell/density/2001'),
  ),
  'parameters.values: a bad parameter that is not found': error(404, 'object_not_found', (it) => {
    return it.path.startsWith('/v1/objects/doctor') && it.status === 400
  }),
  'parameters.values: any limit': error(404, 'not_found', ends('?limit=0')),
  'parameters.values: any kind of event': error(404, 'not_found', ends('?kind=doctor-marker-7f3a')),
  'parameters.values: a class that is none': error(404, 'not_found', ends('?min_class=M10')),
  'parameters.values: any number of bytes': error(413, 'payload_too_large', (it) =>
    it.path.includes('250000001'),
  ),
  'parameters.group: any group': error(502, 'upstream_invalid', (it) => it.body.includes('group_not_found')),
  'parameters.acceptable: any type': error(400, 'invalid_parameter', (it) => it.status === 406),
  'issuing.media-type: orders of any type': error(400, 'invalid_body', (it) => it.status === 415),
  'issuing.body: orders without a label': error(
    415,
    'unsupported_media_type',
    (it) => it.status === 400 && at('/v1/keys')(it),
  ),
  'issuing.size: orders of any size': error(400, 'invalid_body', (it) => it.status === 413),
  'selections.launches: a limit that is ignored': (it) =>
    ends('?limit=1')(it) &&
    edited(it, ({ data }) => {
      data.count = data.launches.push(data.launches[0])
    }),
  'selections.precision: a precision that is ignored': (it) =>
    ends('?precision=hour')(it) &&
    edited(it, ({ data }) => {
      data.count = data.launches.push({ ...data.launches[0], net_precision: 'day' })
    }),
  'selections.country: a country that is ignored': (it) =>
    ends('?country=USA')(it) &&
    edited(it, ({ data }) => {
      data.count = data.launches.push({ ...data.launches[0], pad: null })
    }),
  'selections.events: a kind that is ignored': (it) =>
    it.path.includes('?kind=flare') &&
    edited(it, ({ data }) => {
      data.count = data.events.push({ ...data.events[0], kind: 'cme' })
    }),
  'selections.profile: a profile with a bin too few': (it) =>
    it.path.includes('?profile=') && edited(it, ({ data }) => data.bins.pop()),
  'selections.objects: an object that is neither listed nor missing': (it) =>
    it.path.startsWith('/v1/objects?') && edited(it, ({ data }) => data.missing.pop()),
  'selections.search: a designator that is ignored': (it) =>
    it.path.includes('?designator=') &&
    edited(it, ({ data }) => data.objects.reverse().push({ norad_id: 5 })),
  'selections.current: fields that are ignored': set('/v1/space-weather/current', 'data.mag', null),
  'selections.current: a member of no time': unset('/v1/space-weather/current', 'data.kp.as_of'),
  'selections.notices: a notice that has ended': json('/v1/space-weather/notices', ({ data }) => {
    data.notices[0].in_force_until = data.as_of
  }),
  'selections.notices: a notice that is not said to be in force': set(
    '/v1/space-weather/notices',
    'data.notices.0.in_force',
    false,
  ),
  'selections.aurora: the aurora of another place': change(
    '/v1/space-weather/aurora',
    'data.probability_percent',
    (it) => it + 1,
  ),
  'selections.aurora: a grid of the wrong hemisphere': json('/v1/space-weather/aurora/grid', ({ data }) => {
    data.latitude_deg.reverse()
  }),
  'openapi.statuses: a ping of 200': (it) =>
    at('/v1/speedtest/ping')(it) && Object.assign(it, { status: 200 }),
  'openapi.headers: a speed test that is kept': put(
    'cache-control',
    'public, max-age=9',
    at('/v1/speedtest/ping'),
  ),
  'openapi.headers: no Server-Timing': drop('server-timing'),
  'openapi.headers: timing for some': put(
    'timing-allow-origin',
    'https://a.example',
    at('/v1/speedtest/ping'),
  ),
  'speedtest.down: a byte too few': text(at('/v1/speedtest/down'), (body) => body.slice(1)),
  'speedtest.up: bytes that are not counted': change(
    '/v1/speedtest/up',
    'data.received_bytes',
    (it) => it - 1,
  ),
  'speedtest.most: another limit': set('/v1/speedtest/info', 'data.max_bytes', 1_000),
  'issuing.key + openapi.bodies: a new key of another checksum, and a record with more than it should have':
    text(
      (it) => at('/v1/keys')(it) && it.status === 200,
      (body) => body.replace(/"sd_live_\w+"/, `"sd_live_${'0'.repeat(36)}"`).replace('}', ',"id":"key_1"}'),
    ),
})
