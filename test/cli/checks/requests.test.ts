import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { issuance } from '../../../packages/cli/src/doctor/groups/issuance.ts'
import { parameters } from '../../../packages/cli/src/doctor/groups/parameters.ts'
import { selections } from '../../../packages/cli/src/doctor/groups/selections.ts'
import { speedtest } from '../../../packages/cli/src/doctor/groups/speedtest.ts'
import type { CacheResult } from '../stand-in.ts'
import { edited } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, json, put, text } from './faults.ts'

const ends = (end: string) => (it: CacheResult) => it.path.endsWith(end)

expectFailedChecks([parameters], ['parameters.values'], {
  'leading zeros': error(404, 'object_not_found', at('/v1/objects/025544')),
  'altitudes with a point': error(404, 'shell_not_populated', at('/shell/density/785.0')),
  'altitudes without a shell': error(404, 'shell_not_populated', at('/shell/density/2001')),
  'a bad parameter that is not found': error(404, 'object_not_found', (it) => {
    return it.path.startsWith('/v1/objects/doctor') && it.status === 400
  }),
  'any limit': error(404, 'not_found', ends('?limit=0')),
  'any kind of event': error(404, 'not_found', ends('?kind=doctor-marker-7f3a')),
  'a class that is none': error(404, 'not_found', ends('?min_class=M10')),
  'any number of bytes': error(413, 'payload_too_large', (it) => it.path.includes('250000001')),
})
expectFailedChecks([parameters], ['parameters.group'], {
  'any group': error(502, 'upstream_invalid', (it) => it.body.includes('group_not_found')),
})
expectFailedChecks([parameters], ['parameters.acceptable'], {
  'any type': error(400, 'invalid_parameter', (it) => it.status === 406),
})
expectFailedChecks([parameters], ['issuing.media-type'], {
  'orders of any type': error(400, 'invalid_body', (it) => it.status === 415),
})
expectFailedChecks([parameters], ['issuing.body'], {
  'orders without a label': error(
    415,
    'unsupported_media_type',
    (it) => it.status === 400 && at('/v1/keys')(it),
  ),
})
expectFailedChecks([parameters], ['issuing.size'], {
  'orders of any size': error(400, 'invalid_body', (it) => it.status === 413),
})

expectFailedChecks([selections], ['selections.launches'], {
  'a limit that is ignored': (it) =>
    ends('?limit=1')(it) &&
    edited(it, ({ data }) => {
      data.count = data.launches.push(data.launches[0])
    }),
})
expectFailedChecks([selections], ['selections.events'], {
  'a kind that is ignored': (it) =>
    it.path.includes('?kind=flare') &&
    edited(it, ({ data }) => {
      data.count = data.events.push({ ...data.events[0], kind: 'cme' })
    }),
})
expectFailedChecks([selections], ['selections.profile'], {
  'a profile with a bin too few': (it) =>
    it.path.includes('?profile=') && edited(it, ({ data }) => data.bins.pop()),
})
expectFailedChecks([selections], ['selections.objects'], {
  'an object that is neither listed nor missing': (it) =>
    it.path.startsWith('/v1/objects?') && edited(it, ({ data }) => data.missing.pop()),
})
expectFailedChecks([selections], ['selections.current'], {
  'fields that are ignored': json('/v1/space-weather/current', ({ data }) => {
    data.mag = null
  }),
  'a member of no time': json('/v1/space-weather/current', ({ data }) => {
    delete data.kp.as_of
  }),
})
expectFailedChecks([selections], ['selections.notices'], {
  'a notice that has ended': json('/v1/space-weather/notices', ({ data }) => {
    data.notices[0].in_force_until = data.as_of
  }),
  'a notice that is not said to be in force': json('/v1/space-weather/notices', ({ data }) => {
    data.notices[0].in_force = false
  }),
})
expectFailedChecks([selections], ['selections.aurora'], {
  'the aurora of another place': json('/v1/space-weather/aurora', ({ data }) => {
    data.probability_percent += 1
  }),
  'a grid of the wrong hemisphere': json('/v1/space-weather/aurora/grid', ({ data }) => {
    data.latitude_deg.reverse()
  }),
})

expectFailedChecks([document], ['openapi.statuses'], {
  'a ping of 200': (it) => at('/v1/speedtest/ping')(it) && Object.assign(it, { status: 200 }),
})
expectFailedChecks([document], ['openapi.headers'], {
  'a speed test that is kept': put('cache-control', 'public, max-age=9', at('/v1/speedtest/ping')),
  'no Server-Timing': drop('server-timing'),
  'timing for some': put('timing-allow-origin', 'https://a.example', at('/v1/speedtest/ping')),
})
expectFailedChecks([speedtest], ['speedtest.down'], {
  'a byte too few': text(at('/v1/speedtest/down'), (body) => body.slice(1)),
})
expectFailedChecks([speedtest], ['speedtest.up'], {
  'bytes that are not counted': json('/v1/speedtest/up', ({ data }) => {
    data.received_bytes -= 1
  }),
})
expectFailedChecks([speedtest], ['speedtest.most'], {
  'another limit': json('/v1/speedtest/info', ({ data }) => {
    data.max_bytes = 1_000
  }),
})

expectFailedChecks([issuance, document], ['issuing.key', 'openapi.bodies'], {
  'a new key of another checksum, and a record with more than it should have': text(
    (it) => at('/v1/keys')(it) && it.status === 200,
    (body) => body.replace(/"sd_live_\w+"/, `"sd_live_${'0'.repeat(36)}"`).replace('}', ',"id":"key_1"}'),
  ),
})
