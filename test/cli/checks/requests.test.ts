import { expect, it } from 'vitest'
import { edited } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, failedChecks, json, put } from './faults.ts'

expectFailedChecks([
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
  // Selections.
  [
    'a limit that is ignored',
    (it) =>
      it.path.endsWith('?limit=1') &&
      edited(it, ({ data }) => {
        data.count = data.launches.push(data.launches[0])
      }),
    ['selections.launches'],
  ],
  [
    'a kind that is ignored',
    (it) =>
      it.path.includes('?kind=flare') &&
      edited(it, ({ data }) => {
        data.count = data.events.push({ ...data.events[0], kind: 'cme' })
      }),
    ['selections.events'],
  ],
  [
    'a profile with a bin too few',
    (it) => it.path.includes('?profile=') && edited(it, ({ data }) => data.bins.pop()),
    ['selections.profile'],
  ],
  [
    'an object that is neither listed nor missing',
    (it) => it.path.startsWith('/v1/objects?') && edited(it, ({ data }) => data.missing.pop()),
    ['selections.objects'],
  ],
  ['any limit', error(404, 'not_found', (it) => it.path.endsWith('?limit=0')), ['parameters.selection']],
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
    error(413, 'payload_too_large', (it) => it.path.includes('250000001')),
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
])

it('a new key of another checksum, and a record with more than it should have', {
  timeout: 20_000,
}, async () => {
  const broken = await failedChecks((it) => {
    if (!at('/v1/keys')(it) || it.status !== 200) return
    it.body = it.body.replace(/"sd_live_\w+"/, `"sd_live_${'0'.repeat(36)}"`).replace('}', ',"id":"key_1"}')
  }, true)
  expect(broken).toEqual(expect.arrayContaining(['issuing.record', 'issuing.key']))
})
