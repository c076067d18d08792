import { createSpaceData, memory, problems, type SpaceDataOptions } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type AlertsRun,
  detectAlerts,
} from '../../packages/core/src/features/alerts/watches/detect-alerts.ts'
import { repeatDetection } from '../../packages/core/src/features/alerts/watches/repeat-detection.ts'
import type { WebhookParameters } from '../../packages/core/src/features/alerts/webhook-records.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import type { EndpointCall } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { Problem } from '../../packages/core/src/kernel/kit/problem.ts'
import { centralOn, openMirror } from '../mirror/pair.ts'
import type { InstanceContext } from '../support/context.ts'
import { type TestContext, testContext, withEnvironment } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { endpoints } from '../support/table.ts'
import { assertValid, day, hour, minute } from './support.ts'

type Fetch = typeof fetch

/** A context over the sample, whose requests are counted by host and path. */
function sampleContext(options: Parameters<typeof testContext>[0] = {}) {
  const context = testContext(options)
  const requests: string[] = []
  const sample = shortSample(() => new Date(context.now()))
  const world = { fetch: sample as Fetch }
  const watched = {
    ...context,
    fetch: ((input, init) => {
      requests.push(new URL(input instanceof Request ? input.url : String(input)).pathname)
      return world.fetch(input, init)
    }) as Fetch,
    requests,
    world,
  }
  return watched
}

async function addWebhook(context: InstanceContext, account: string, parameters: WebhookParameters = {}) {
  const record = {
    id: `wh_${account.padEnd(20, '0')}`,
    url: 'https://receiver.test/',
    types: [],
    parameters,
    description: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    secretVersion: 1,
    rotatedAt: null,
  }
  await context.alerts.webhooks.update(account, (records) => [...records, record])
}

/** The types of the alerts that everybody gets, or the operator as well. */
const typesOf = async ({ alerts: { log } }: InstanceContext, account?: 'operator') =>
  (await log.read(0, 10_000, account)).map(({ type }) => type)
const run = (context: InstanceContext): Promise<AlertsRun> => detectAlerts(context)

async function runFor(context: TestContext, ms: number, stepMs = minute): Promise<void> {
  for (const end = context.time.at + ms; context.time.at < end; context.time.at += stepMs) await run(context)
}

describe('while nobody listens', () => {
  test('what concerns everybody is looked for once an hour, by one process of several', async () => {
    const backend = memory()
    const time = { at: Date.parse('2026-11-21T12:00:00Z') }
    const [one, other] = [sampleContext({ backend, time }), sampleContext({ backend, time })]
    const looks: AlertsRun[] = []
    const requested: number[] = []
    for (let minutes = 0; minutes < 180; minutes += 1) {
      looks.push(...(await Promise.all([run(one), run(other)])))
      requested.push(one.requests.length + other.requests.length)
      time.at += minute
    }
    expect(looks.every(({ isListening }) => !isListening)).toBe(true)
    // Requests are made at 0, 60 and 120 minutes, each feed at most once.
    expect(requested.filter((count, i) => count > (requested[i - 1] ?? 0))).toHaveLength(3)
    const counts = (path: string) =>
      [...one.requests, ...other.requests].filter((each) => each.endsWith(path))
    for (const path of ['planetary_k_index_1m.json', 'rtsw_mag_1m.json', 'launches/upcoming/'])
      expect(counts(path).length, path).toBeLessThanOrEqual(3)
    const types = await typesOf(one)
    expect(types).toContain('geomagnetic.storm_started')
    expect(types.filter((type) => type === 'geomagnetic.storm_started')).toHaveLength(1)
  })

  test('every minute of the hour is read', async () => {
    const at = Date.parse('2026-11-21T18:05:00Z')
    const [idle, listening] = [sampleContext({ time: { at } }), sampleContext({ time: { at } })]
    await addWebhook(listening, 'acme')
    // Both begin with the same reading, and end with a look.
    for (const context of [idle, listening]) await runFor(context, 2 * hour + minute, 5 * minute)
    const found = async (context: InstanceContext) =>
      (await context.alerts.log.read(0, 1_000))
        .filter(({ type }) => /^solar|^geomagnetic/.test(type))
        .map(
          ({ type, timestamp, data }) =>
            `${timestamp.slice(11, 16)} ${type} ${data['phase']} ${data['level']}`,
        )
        .sort()
    expect((await found(listening)).length).toBeGreaterThan(3)
    expect(await found(idle)).toEqual(await found(listening))
  })

  test('a mirror looks for nothing: its requests count against the quota of its key', async () => {
    const context = sampleContext()
    const mirror = withEnvironment(context, { settings: { mirror: true } })
    expect(await run(mirror)).toEqual({ isListening: false, logged: 0 })
    expect(context.requests).toEqual([])
    expect(context.events).toEqual([])
    expect(await context.store.keys('')).toEqual([])
  })

  test('a reader counts for 24 hours after the last time', async () => {
    const context = sampleContext()
    await context.alerts.listeners.mark()
    context.time.at += day - 1
    expect((await run(context)).isListening).toBe(true)
    context.time.at += 1
    expect((await run(context)).isListening).toBe(false)
  })

  test('a reader is stored once an hour at most', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    for (let n = 0; n < 120; n += 1) {
      await context.alerts.listeners.mark()
      context.time.at += minute
    }
    expect(faulty.calls.set).toBe(2)
  })

  test('a reader is served whatever the store does', async () => {
    const faulty = faultyBackend()
    faulty.fault = 'throws'
    const context = testContext({ backend: faulty.backend })
    await context.alerts.listeners.mark()
    expect(context.errors).not.toEqual([])
    faulty.fault = 'none'
    context.time.at += 2_000
    await context.alerts.listeners.mark()
    expect(await context.store.keys('alert-readers:')).toHaveLength(1)
  })

  test('a webhook counts until it is deleted', async () => {
    const context = sampleContext()
    await addWebhook(context, 'acme')
    expect((await run(context)).isListening).toBe(true)
    await context.alerts.webhooks.update('acme', () => [])
    expect((await run(context)).isListening).toBe(false)
  })

  test('receivers of the operator count', async () => {
    const context = sampleContext()
    const operatorReceivers = [{ url: 'https://receiver.test/', types: ['*'] }]
    expect((await run(withEnvironment(context, { settings: { operatorReceivers } }))).isListening).toBe(true)
  })
})

describe('of what is published', () => {
  test('what is going on is told at the first run, and each alert is valid', async () => {
    const context = sampleContext()
    await context.alerts.listeners.mark()
    await runFor(context, 15 * minute, 5 * minute)
    const alerts = await context.alerts.log.read(0, 1_000)
    expect(alerts.map(({ type }) => type)).toContain('geomagnetic.storm_started')
    expect(alerts.map(({ type }) => type)).toContain('solar.radiation_storm')
    for (const alert of alerts) assertValid({ ...alert, at: Date.parse(alert.timestamp) })
    expect(context.errors).toEqual([])
  })

  test('providers are requested as often as one client would make the service request them', async () => {
    const context = sampleContext()
    await context.alerts.listeners.mark()
    await runFor(context, 15 * minute, 30_000)
    const counts = (path: string) => context.requests.filter((each) => each.endsWith(path)).length
    expect(counts('planetary_k_index_1m.json')).toBeLessThanOrEqual(2)
    expect(counts('rtsw_mag_1m.json')).toBeLessThanOrEqual(20)
    expect(counts('launches/upcoming/')).toBe(1)
  })

  test('a payload that cannot be read skips its detector, for this run only', async () => {
    const context = sampleContext()
    const whole = context.world.fetch
    context.world.fetch = async (input, init) =>
      /k[_-]index/.test(String(input)) ? new Response('', { status: 503 }) : whole(input, init)
    await context.alerts.listeners.mark()
    await runFor(context, 15 * minute, 5 * minute)
    expect(await typesOf(context)).toContain('solar.radiation_storm')
    expect(await typesOf(context)).not.toContain('geomagnetic.storm_started')
    context.world.fetch = whole
    await runFor(context, 15 * minute, 5 * minute)
    expect(await typesOf(context)).toContain('geomagnetic.storm_started')
  })

  test('a fault in one detector is reported and stops no other', async () => {
    const context = sampleContext()
    const broken = endpoints.map((endpoint) =>
      endpoint.path === '/v1/space-weather/xray'
        ? {
            ...endpoint,
            respond: () => {
              throw new TypeError('a fault')
            },
          }
        : endpoint,
    )
    context.table.fill(broken)
    await context.alerts.listeners.mark()
    expect(await detectAlerts(context)).toMatchObject({ isListening: true })
    expect(context.errors.map(String)).toEqual(['TypeError: a fault'])
    expect(await typesOf(context)).toContain('geomagnetic.storm_started')
  })

  test('a feed that stops is told by the job itself', async () => {
    const context = sampleContext()
    const whole = context.world.fetch
    await context.alerts.listeners.mark()
    await runFor(context, 20 * minute, 10 * minute)
    context.world.fetch = async (input, init) =>
      String(input).includes('integral-protons') ? new Response('', { status: 503 }) : whole(input, init)
    await runFor(context, hour, 10 * minute)
    const down = (await context.alerts.log.read(0, 1_000)).filter(({ type }) => type === 'upstream.down')
    expect(down.map(({ subject }) => subject).sort()).toEqual([
      'swpc-proton-primary',
      'swpc-proton-secondary',
    ])
    context.world.fetch = whole
    await runFor(context, hour, 10 * minute)
    expect(await typesOf(context)).toContain('upstream.recovered')
  })
})

describe('of accounts with webhooks', () => {
  test('watched objects are read, and their new elements are told', async () => {
    const context = sampleContext()
    await addWebhook(context, 'acme', { noradIds: [25544] })
    await runFor(context, day, 6 * hour)
    const updated = (await context.alerts.log.read(0, 1_000, 'acme')).filter(({ type }) =>
      type.startsWith('object.'),
    )
    expect(updated.length).toBeGreaterThan(0)
    expect(updated[0]).toMatchObject({
      type: 'object.elements_updated',
      subject: '25544',
      audience: { account: 'acme', isWatched: true },
    })
  })

  test('of many watched objects each minute reads some, in the name of the account that watches them', async () => {
    const context = sampleContext()
    const ids = Array.from({ length: 450 }, (_, i) => i + 1)
    await addWebhook(context, 'acme', { noradIds: ids.slice(0, 300) })
    await addWebhook(context, 'other', { noradIds: ids.slice(300) })
    const reads: string[] = []
    const counting = endpoints.map((endpoint) =>
      endpoint.path === '/v1/objects/{norad_id}'
        ? {
            ...endpoint,
            respond({ params, account }: EndpointCall) {
              reads.push(`${params['norad_id']} ${account}`)
              throw new Problem(problems.object_not_found)
            },
          }
        : endpoint,
    )
    context.table.fill(counting)
    const counts: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await detectAlerts(context)
      counts.push(reads.length)
      context.time.at += minute
    }
    expect(Math.max(...counts.map((count, i) => count - (counts[i - 1] ?? 0)))).toBe(200)
    expect(reads.sort()).toEqual(ids.map((id) => `${id} ${id <= 300 ? 'acme' : 'other'}`).sort())
  })

  test('an account that has used 80 % of its day is told, one without webhooks is not', async () => {
    const context = sampleContext()
    await addWebhook(context, 'acme')
    for (const account of ['acme', 'other']) {
      await createKeys(context).issue({ tier: 'hobby', label: 'test', account })
      await context.store.atomic.raise(
        `quota:${account}:2026-11-21`,
        40_000,
        context.now() + day,
        context.now(),
      )
    }
    await run(context)
    const told = (await context.alerts.log.read(0, 1_000, 'acme')).filter(({ type }) =>
      type.startsWith('quota.'),
    )
    expect(told).toMatchObject([
      {
        type: 'quota.80',
        audience: { account: 'acme' },
        data: { requests_today: 40_000, requests_per_day: 50_000 },
      },
    ])
  })

  test('a key that expires is told at most six hours late, one that was rotated is not', async () => {
    const context = sampleContext()
    await addWebhook(context, 'acme')
    const keys = createKeys(context)
    await keys.issue({ tier: 'hobby', label: 'ending', account: 'acme', expiresInMs: 7 * day + 3 * hour })
    const { record } = await keys.issue({ tier: 'hobby', label: 'rotated', account: 'acme' })
    await keys.rotate(record.id, { graceMs: day })
    await runFor(context, 12 * hour, 3 * hour)
    const told = (await context.alerts.log.read(0, 1_000, 'acme')).filter(
      ({ type }) => type === 'key.expiring',
    )
    expect(told.map(({ data }) => `${data['label']} ${data['threshold_days']}`)).toEqual([
      'ending 30',
      'ending 7',
    ])
  })
})

describe('of the service', () => {
  test('an event is emitted only for a run that has logged something', async () => {
    const context = sampleContext()
    await context.alerts.listeners.mark()
    const { logged } = await run(context)
    expect(logged).toBeGreaterThan(0)
    expect(context.events.filter(({ type }) => type === 'job')).toMatchObject([{ job: 'alerts', ok: true }])
    await run(context)
    expect(context.events.filter(({ type }) => type === 'job')).toHaveLength(1)
  })

  test('a failed job and a failed store are told once the store is back', async () => {
    const faulty = faultyBackend()
    const context = sampleContext({ backend: faulty.backend })
    await context.alerts.listeners.mark()
    await run(context)
    context.onEvent({ type: 'job', job: 'shells', ok: false, ms: 1_000 })
    faulty.fault = 'throws'
    for (let n = 0; n < 10; n += 1) {
      await expect(run(context)).rejects.toMatchObject({ code: 'store_unavailable' })
      context.time.at += 1_000
    }
    faulty.fault = 'none'
    for (let n = 0; n < 5; n += 1) {
      context.time.at += minute
      await run(context).catch(() => {})
    }
    const told = await typesOf(context, 'operator')
    expect(told.filter((type) => type === 'job.failed')).toHaveLength(1)
    expect(told.filter((type) => type === 'store.failed').length).toBeGreaterThan(0)
    expect(told.filter((type) => type === 'store.recovered').length).toBe(
      told.filter((type) => type === 'store.failed').length,
    )
  })
})

describe('the schedule', () => {
  test('runs every 30 seconds, and goes on after the store was away', async () => {
    const faulty = faultyBackend()
    const context = sampleContext({ backend: faulty.backend })
    await context.alerts.listeners.mark()
    const slept: number[] = []
    let wake = () => {}
    const ticks = new Promise<void>((resolve) => {
      wake = resolve
    })
    const sleep = async (ms: number, signal: AbortSignal) => {
      slept.push(ms)
      context.time.at += ms
      faulty.fault = slept.length === 2 ? 'throws' : 'none'
      if (slept.length < 10 || signal.aborted) return
      wake()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    const stop = repeatDetection(context, { ...context, sleep })
    await ticks
    await stop()
    expect(slept).toEqual(Array<number>(10).fill(30_000))
    expect(await typesOf(context)).toContain('geomagnetic.storm_started')
    expect(context.errors.filter((error) => error instanceof TypeError)).toEqual([])
  })
})

describe('the public instance', () => {
  const operator: SpaceDataOptions = {
    webhooks: {
      secret: 'a secret that is long enough for a test',
      sender: {
        check: async () => {},
        send: async () => ({ status: 204, retryAfter: null, body: '' }),
      },
    },
    alerts: [{ url: 'https://receiver.test/', types: ['*'] }],
  }

  test('looks for alerts once when told to', async () => {
    const now = () => new Date('2026-11-21T12:00:00Z')
    const spaceData = createSpaceData({ features: everything, ...operator, now, fetch: sampleFetch(now) })
    onTestFinished(() => spaceData.close())
    expect(await spaceData.jobs.alerts.run()).toMatchObject({ isListening: true, logged: expect.any(Number) })
    expect(await spaceData.jobs.alerts.run()).toEqual({ isListening: true, logged: 0 })
  })

  test('looks for them on a mirror, too, in the copies of the central instance', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const { spaceData, errors } = await openMirror(central, clock, operator)
    onTestFinished(() => spaceData.close())
    expect((await spaceData.jobs.alerts.run()).logged).toBeGreaterThan(0)
    const urls = central.asked.map(({ url }) => url)
    const asked = urls.map((url) => new URL(url).pathname)
    expect(asked).toContain('/v1/space-weather/kp/series')
    expect(new Set(urls).size).toBe(urls.length)
    expect(errors).toEqual([])
  })

  test('logs a failed job of its own', async () => {
    const backend = memory()
    const now = () => new Date('2026-11-21T12:00:00Z')
    const away = () => Promise.reject(new TypeError('away'))
    const spaceData = createSpaceData({
      features: everything,
      ...operator,
      store: backend,
      now,
      fetch: away,
      onError: () => {},
    })
    onTestFinished(() => spaceData.close())
    await expect(spaceData.jobs.shells.run({ pull: { paceMs: 0 } })).rejects.toThrow()
    await spaceData.jobs.alerts.run()
    expect(await typesOf(testContext({ backend }), 'operator')).toContain('job.failed')
  })
})
