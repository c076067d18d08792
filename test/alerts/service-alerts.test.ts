import { describe, expect, test } from 'vitest'
import { deprecatedPaths } from '../../packages/core/src/features/alerts/detectors/deprecated-paths.ts'
import { expiringKeys } from '../../packages/core/src/features/alerts/detectors/expiring-keys.ts'
import { serviceIncidents } from '../../packages/core/src/features/alerts/detectors/incidents.ts'
import { quotas } from '../../packages/core/src/features/alerts/detectors/quotas.ts'
import { type ObservedFeed, upstreams } from '../../packages/core/src/features/alerts/detectors/upstreams.ts'
import { Incidents } from '../../packages/core/src/kernel/kit/incidents.ts'
import { day, hour, line, minute, running } from './support.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

describe('upstreams', () => {
  const feed = (ok: boolean, checkedAt: number, failingSince: number | null = null): ObservedFeed => ({
    id: 'swpc-kp-1m',
    provider: 'swpc',
    cadenceMs: 5 * minute,
    state: {
      ok,
      checkedAt,
      failingSince,
      lastOkAt: NOW,
      httpStatus: ok ? 200 : 503,
      error: ok ? null : 'HTTP 503',
    },
  })
  const told = (...states: ObservedFeed[]) => {
    const detector = running(upstreams)
    return states.flatMap((state) => detector.observe([state])).map(line)
  }
  const failing = (minutes: number) => feed(false, NOW + minutes * minute, NOW)

  test('a feed is down when it has failed for three times its cadence', () => {
    expect(told(failing(0), failing(5), failing(14.9))).toEqual([])
    expect(told(failing(0), failing(15), failing(16), failing(90))).toEqual(['upstream.down 11-20T12:15'])
  })

  test('one failure long ago is not an outage: nobody has requested the feed since', () => {
    expect(told(failing(0), failing(0))).toEqual([])
  })

  test('it is back after two good answers, and a failure in between counts from the beginning', () => {
    const good = (minutes: number) => feed(true, NOW + minutes * minute)
    const down = 'upstream.down 11-20T12:15'
    expect(told(failing(15), good(20), good(20))).toEqual([down])
    expect(told(failing(15), good(20), good(25))).toEqual([down, 'upstream.recovered 11-20T12:20'])
    expect(told(failing(15), good(20), feed(false, NOW + 22 * minute, NOW + 22 * minute), good(25))).toEqual([
      down,
    ])
  })

  test('a feed that was never requested is nothing', () => {
    expect(told({ ...feed(true, 0), state: undefined })).toEqual([])
  })
})

describe('quotas', () => {
  const told = (...observed: (readonly [dayName: string, requests: number])[]) => {
    const detector = running(quotas(3))
    return observed.flatMap(([name, requestsToday]) =>
      detector
        .observe({ day: name, accounts: [{ account: 'acme', requestsToday, requestsPerDay: 1_000 }] }, NOW)
        .map(({ type, audience }) => `${type} ${JSON.stringify(audience)}`),
    )
  }
  const [eighty, all] = ['quota.80 {"account":"acme"}', 'quota.100 {"account":"acme"}']

  test.each([
    [[799], []],
    [[800, 801, 900], [eighty]],
    [
      [800, 999, 1_000, 1_000],
      [eighty, all],
    ],
    [[1_000], [all]],
    [[1_000, 900, 1_000], [all]],
    [[800, 790, 800], [eighty]],
  ])('%j of 1,000 requests', (counts, alerts) => {
    expect(told(...counts.map((count) => ['2026-11-20', count] as const))).toEqual(alerts)
  })

  test('each day anew, and a clock that goes back over midnight tells nothing twice', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-20', '2026-11-21'] as const
    expect(told(...days.map((name) => [name, 850] as const))).toEqual([eighty, eighty])
  })
})

describe('expiring keys', () => {
  const end = NOW + 40 * day
  const key = { id: 'key_1', label: 'production', account: 'acme', expiresAt: iso(end), revokedAt: null }
  const told = (daysBefore: readonly number[], record = key) => {
    const detector = running(expiringKeys(0))
    return daysBefore.flatMap((left) => detector.observe([record], end - left * day).map(line))
  }

  test('30 days, 7 days and 1 day before, at these instants whenever it is seen', () => {
    expect(told([31, 30.01, 29.9, 20, 8, 6.5, 3, 0.9, 0.5, 0, -1])).toEqual([
      'key.expiring 30 11-30T12:00',
      'key.expiring 7 12-23T12:00',
      'key.expiring 1 12-29T12:00',
    ])
  })

  test('of several at once the last', () => {
    expect(told([5])).toEqual(['key.expiring 7 12-23T12:00'])
  })

  test('not of a revoked key, nor of one without an end', () => {
    expect(told([5], { ...key, revokedAt: iso(NOW) as never })).toEqual([])
    expect(told([5], { ...key, expiresAt: null as never })).toEqual([])
  })
})

test('a deprecated path is told once, and again when its removal is decided', () => {
  const since = { version: '0.1.0', date: null }
  const paths = (deprecation?: { from: '2027-03-01'; sunset?: '2027-09-30' | '2027-12-31' }) => [
    { method: 'GET', path: '/v1/a', publication: { since } },
    { method: 'GET', path: '/v1/b', publication: { since, ...(deprecation && { deprecation }) } },
    { method: 'GET', path: '/v1/unlisted' },
  ]
  const detector = running(deprecatedPaths)
  const subjects = (operations: ReturnType<typeof paths>) =>
    detector.observe(operations, NOW).map(({ subject, data }) => `${subject} ${data['sunset']}`)
  expect(subjects(paths())).toEqual([])
  expect(subjects(paths({ from: '2027-03-01' }))).toEqual(['GET /v1/b null'])
  expect(subjects(paths({ from: '2027-03-01' }))).toEqual([])
  expect(subjects(paths({ from: '2027-03-01', sunset: '2027-09-30' }))).toEqual(['GET /v1/b 2027-09-30'])
  expect(subjects(paths({ from: '2027-03-01', sunset: '2027-12-31' }))).toEqual(['GET /v1/b 2027-12-31'])
})

describe('incidents of the service', () => {
  const process = () => {
    const time = { at: NOW }
    const incidents = new Incidents(() => time.at)
    return {
      incidents,
      job(ok: boolean, at: number) {
        time.at = at
        incidents.record({ type: 'job', job: 'shells', ok, ms: 42_500 })
      },
      store(ok: boolean, at: number) {
        time.at = at
        incidents.record({ type: ok ? 'store_back' : 'store_failed', access: 'write' })
      },
      get observed() {
        return { processId: incidents.processId, incidents: incidents.list() }
      },
    }
  }

  test('a job that fails again and again is told once, until it has succeeded', () => {
    const one = process()
    const detector = running(serviceIncidents)
    one.job(false, NOW)
    one.job(false, NOW + minute)
    expect(detector.observe(one.observed).map(line)).toEqual(['job.failed 11-20T12:00'])
    one.job(false, NOW + hour)
    expect(detector.observe(one.observed)).toEqual([])
    one.job(true, NOW + 2 * hour)
    one.job(false, NOW + 3 * hour)
    expect(detector.observe(one.observed).map(line)).toEqual(['job.failed 11-20T15:00'])
  })

  test('a failure of the store is told with its end, and flapping within ten minutes once', () => {
    const one = process()
    const detector = running(serviceIncidents)
    one.store(false, NOW)
    one.store(true, NOW + minute)
    one.store(false, NOW + 2 * minute)
    one.store(true, NOW + 3 * minute)
    expect(detector.observe(one.observed).map(line)).toEqual([
      'store.failed 11-20T12:00',
      'store.recovered 11-20T12:01',
    ])
    one.store(false, NOW + 11 * minute)
    expect(detector.observe(one.observed).map(line)).toEqual(['store.failed 11-20T12:11'])
  })

  test('two processes that lose the same store tell it once', () => {
    const [one, other] = [process(), process()]
    const detector = running(serviceIncidents)
    for (const each of [one, other]) {
      each.store(false, NOW)
      each.store(true, NOW + minute)
    }
    expect([...detector.observe(one.observed), ...detector.observe(other.observed)]).toHaveLength(2)
  })

  test('what was stored is not told again, even if it could not be dropped', () => {
    const one = process()
    const detector = running(serviceIncidents)
    one.job(false, NOW)
    one.job(true, NOW + minute)
    expect(detector.observe(one.observed)).toHaveLength(1)
    expect(detector.observe(one.observed)).toEqual([])
    one.incidents.dropUntil(1)
    one.job(false, NOW + 2 * minute)
    expect(detector.observe(one.observed)).toHaveLength(1)
  })

  test('requests and the job of alerts itself are no incidents, and at most 200 are kept', () => {
    const one = process()
    one.incidents.record({ type: 'job', job: 'alerts', ok: false, ms: 1 })
    one.incidents.record({ type: 'issuance_capped' })
    expect(one.observed.incidents).toEqual([])
    for (let n = 0; n < 300; n += 1) one.job(true, NOW + n)
    expect(one.observed.incidents.map(({ number }) => number)).toEqual(
      Array.from({ length: 200 }, (_, i) => 101 + i),
    )
  })
})
