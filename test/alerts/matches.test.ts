import { describe, expect, test } from 'vitest'
import type { Audience } from '../../packages/core/src/features/alerts/alert.ts'
import {
  isVisible,
  matchesReceiver,
  matchesWebhook,
} from '../../packages/core/src/features/alerts/matches.ts'
import type { WebhookParameters } from '../../packages/core/src/features/alerts/webhook-records.ts'

const alert = (type: string, audience: Audience = 'public', subject = '', data = {}) => ({
  type,
  audience,
  subject,
  data,
})
const matches = (
  given: ReturnType<typeof alert>,
  types: readonly string[],
  parameters: WebhookParameters = {},
  account = 'acme',
) => matchesWebhook(given, { types, parameters }, account)

describe('types', () => {
  const storm = alert('geomagnetic.storm_started', 'public', 'earth', { level: 'G1' })

  test.each([
    [['geomagnetic.storm_started'], true],
    [['geomagnetic.*'], true],
    [['*'], true],
    [[], true],
    [['solar.*', 'geomagnetic.*'], true],
    [['geomagnetic'], false],
    [['geomagnetic.storm_raised'], false],
    [['solar.*'], false],
  ])('%j', (types, expected) => {
    expect(matches(storm, types)).toBe(expected)
  })
})

describe('who it concerns', () => {
  test('an alert of an account is for that account', () => {
    const quota = alert('quota.80', { account: 'acme' })
    expect(matches(quota, ['quota.*'])).toBe(true)
    expect(matches(quota, ['*'], {}, 'other')).toBe(false)
    expect(matches(quota, [])).toBe(false)
  })

  test('an alert for the operator is for no account', () => {
    expect(matches(alert('job.failed', 'operator'), ['*'])).toBe(false)
    expect(isVisible(alert('job.failed', 'operator'), 'acme', [])).toBe(false)
  })

  test.each([
    ['25544', ['object.*'], { noradIds: [25544] }, true],
    ['25544', ['object.*'], { noradIds: [25545] }, false],
    ['25544', ['*'], {}, false],
    ['25544', [], { noradIds: [25544] }, true],
    ['25544', ['shell.*'], { noradIds: [25544] }, false],
  ] as const)('object %s, types %j, parameters %j', (subject, types, parameters, expected) => {
    expect(matches(alert('object.decayed', 'watchers', subject), types, parameters)).toBe(expected)
  })

  test.each([
    ['780', ['shell.*'], {}, true],
    ['780', ['shell.*'], { altitudesKm: [] }, true],
    ['780', ['shell.*'], { altitudesKm: [770] }, false],
    ['780', ['shell.*'], { altitudesKm: [770, 780] }, true],
    ['780', [], { altitudesKm: [780] }, true],
    ['780', [], {}, false],
  ] as const)('shell %s, types %j, parameters %j', (subject, types, parameters, expected) => {
    expect(matches(alert('shell.density_changed', 'watchers', subject), types, parameters)).toBe(expected)
  })

  test.each([
    ['object.decayed', '25544', { noradIds: [25544] }],
    ['aurora.likely', '60.17,24.94,30,dark', { latitude: 60.17, longitude: 24.94 }],
    [
      'pass.upcoming',
      '25544,60.17,24.94,10,10,visible',
      { latitude: 60.17, longitude: 24.94, passesOf: [25544] },
    ],
  ] as const)('%s of an account is for those of its webhooks that name %s', (type, subject, parameters) => {
    const own = alert(type, { account: 'acme', isWatched: true }, subject)
    expect(isVisible(own, 'acme', [])).toBe(true)
    const [kind] = type.split('.')
    for (const types of [[], [`${kind}.*`], ['*']]) {
      expect(matches(own, types, parameters)).toBe(true)
      expect(matches(own, types, {})).toBe(false)
      expect(matches(own, types, parameters, 'other')).toBe(false)
    }
    expect(matchesReceiver(own, { types: ['*'] })).toBe(false)
  })

  test('what a webhook watches is found out once, however many alerts are compared with it', () => {
    let reads = 0
    const parameters: WebhookParameters = {
      ...{ latitude: 60.17, longitude: 24.94 },
      get passesOf() {
        reads += 1
        return [25544, 48274]
      },
    }
    const subject = '25544,60.17,24.94,10,10,visible'
    const own = alert('pass.upcoming', { account: 'acme', isWatched: true }, subject)
    const other = alert('pass.upcoming', { account: 'acme', isWatched: true }, '1,0,0,10,10,visible')
    for (let n = 0; n < 100; n += 1) {
      expect(matches(own, ['pass.*'], parameters)).toBe(true)
      expect(matches(other, ['pass.*'], parameters)).toBe(false)
    }
    expect(reads).toBe(1)
  })

  test('an account sees what any of its webhooks watches', () => {
    const decayed = alert('object.decayed', 'watchers', '25544')
    expect(isVisible(decayed, 'acme', [])).toBe(false)
    expect(isVisible(decayed, 'acme', [{ parameters: {} }, { parameters: { noradIds: [25544] } }])).toBe(true)
  })
})

describe('least levels', () => {
  test.each([
    ['geomagnetic.storm_raised', 'G2', { minGScale: 3 }, false],
    ['geomagnetic.storm_raised', 'G3', { minGScale: 3 }, true],
    ['geomagnetic.storm_ended', 'G4', { minGScale: 3 }, true],
    ['geomagnetic.storm_ended', 'G1', { minSScale: 5 }, true],
    ['solar.radiation_storm', 'S1', { minSScale: 2 }, false],
    ['solar.radiation_storm', 'S2', { minSScale: 2 }, true],
    ['solar.flare', 'M1', { minFlareClass: 'M5' }, false],
    ['solar.flare', 'M5', { minFlareClass: 'M5' }, true],
    ['solar.flare', 'X10', { minFlareClass: 'X1' }, true],
    ['solar.flare', 'X1', { minFlareClass: 'X10' }, false],
    ['launch.scheduled', undefined, { minGScale: 5, minSScale: 5, minFlareClass: 'X10' }, true],
  ] as const)('%s %s with %j', (type, level, parameters, expected) => {
    expect(matches(alert(type, 'public', '', { level }), ['*'], parameters)).toBe(expected)
  })
})

describe('least levels of NOAA’s notices', () => {
  test.each([
    ['G', 2, { minGScale: 3 }, false],
    ['G', 3, { minGScale: 3 }, true],
    ['G', 0, { minGScale: 1 }, false],
    ['G', 0, { minSScale: 1 }, true],
    ['S', 1, { minSScale: 2 }, false],
    ['S', 2, { minSScale: 2, minGScale: 5 }, true],
    ['R', 2, { minFlareClass: 'M5' }, true],
    ['R', 2, { minFlareClass: 'X1' }, false],
    ['R', 3, { minFlareClass: 'X1' }, true],
    [null, null, { minGScale: 5, minSScale: 5, minFlareClass: 'X10' }, true],
  ] as const)('%s%s with %j', (scale, level, parameters, expected) => {
    expect(matches(alert('swpc.warning', 'public', '', { scale, level }), ['swpc.*'], parameters)).toBe(
      expected,
    )
  })

  test('our own detections do not come with them, and they not with ours', () => {
    const [theirs, ours] = [
      alert('swpc.alert'),
      alert('geomagnetic.storm_started', 'public', '', { level: 'G1' }),
    ]
    expect([matches(theirs, ['swpc.*']), matches(ours, ['swpc.*'])]).toEqual([true, false])
    expect([matches(theirs, ['geomagnetic.*']), matches(ours, ['geomagnetic.*'])]).toEqual([false, true])
  })
})

test('receivers of the operator get what their patterns say, except what others watch', () => {
  const types = ['upstream.*', 'job.*', 'quota.*', 'object.*']
  const gets = (type: string, audience: Audience) => matchesReceiver(alert(type, audience), { types })
  expect(gets('upstream.down', 'public')).toBe(true)
  expect(gets('job.failed', 'operator')).toBe(true)
  expect(gets('quota.80', { account: 'acme' })).toBe(true)
  expect(gets('store.failed', 'operator')).toBe(false)
  expect(gets('object.decayed', 'watchers')).toBe(false)
})
