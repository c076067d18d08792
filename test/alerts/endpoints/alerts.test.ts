import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import type { Alert } from '../../../packages/core/src/features/alerts/alert.ts'
import { AlertLog } from '../../../packages/core/src/features/alerts/alert-log.ts'
import { WebhookRecords } from '../../../packages/core/src/features/alerts/webhook-records.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { alertOf } from '../../fixtures/alerts.ts'
import { testContext } from '../../support/context.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An instance with a log that a test can append to. */
async function withLog(clock = stoppedClock(NOW)) {
  const backend = memory()
  const service = await testService({ store: backend }, clock)
  const store = openStore(backend)
  const now = () => clock.now().getTime()
  const log = new AlertLog(store, '', now)
  const append = async (...alerts: Alert[]) => log.append(alerts, (await log.head()) + 1)
  const [record] = await service.spaceData.keys.list()
  return {
    ...service,
    append,
    log,
    webhooks: new WebhookRecords(store, now),
    account: String(record?.account),
  }
}

/** A storm that starts some minutes after noon. */
const storm = (n: number) => alertOf('geomagnetic.storm_started', NOW + n * MINUTE)
const launch = (n: number) => alertOf('launch.scheduled', NOW + n * MINUTE)

test('a client gets every alert once, in the order of the log, whatever the size of its pages', async () => {
  const { append, get } = await withLog()
  await append(...Array.from({ length: 250 }, (_, i) => storm(i)))
  for (const limit of [1, 7, 100, 249, 250, 1_000]) {
    const sequences: number[] = []
    for (let after = 0, more = true; more; ) {
      const { data } = (await get(`/v1/alerts?after=${after}&limit=${limit}`)).json
      expect(data.count).toBe(data.alerts.length)
      expect(data.count).toBeLessThanOrEqual(limit)
      sequences.push(...data.alerts.map(({ sequence }: { sequence: number }) => sequence))
      after = data.next_after
      more = data.has_more
      expect(data.has_gap).toBe(false)
    }
    expect(sequences).toEqual(Array.from({ length: 250 }, (_, i) => i + 1))
  }
})

test('an alert is what a webhook sends: id, type, timestamp, sequence, data; in an envelope that no cache stores', async () => {
  const { append, get } = await withLog()
  const alert = storm(0)
  await append(alert)
  const { json, headers } = await get('/v1/alerts')
  expect(json).toMatchObject({
    source: 'Space-Data',
    fetched_at: '2026-11-21T12:00:00.000Z',
    valid_until: '2026-11-21T12:00:00.000Z',
  })
  const { id, type, timestamp, data } = alert
  expect(json.data).toEqual({
    count: 1,
    alerts: [{ id, type, timestamp, sequence: 1, data }],
    next_after: 1,
    has_more: false,
    has_gap: false,
    latest_sequence: 1,
    oldest_sequence: 1,
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('etag')).toBeNull()
  expect(headers.get('vary')).toBe('Authorization, X-API-Key')
})

test('an empty log is an empty page, and what comes next is found from there', async () => {
  const { append, get } = await withLog()
  const empty = (await get('/v1/alerts')).json.data
  expect(empty).toMatchObject({
    count: 0,
    next_after: 0,
    has_more: false,
    has_gap: false,
    latest_sequence: 0,
  })
  await append(storm(0))
  expect((await get(`/v1/alerts?after=${empty.next_after}`)).json.data.count).toBe(1)
})

test('a rare type is found behind thousands of others: pages without a match lead on', async () => {
  const { append, get } = await withLog()
  await append(...Array.from({ length: 4_500 }, (_, i) => launch(i)), storm(0))
  let pages = 0
  for (let after = 0; ; pages += 1) {
    const { data } = (await get(`/v1/alerts?type=geomagnetic.*&after=${after}`)).json
    if (data.count > 0) {
      expect(data.alerts[0].sequence).toBe(4_501)
      expect(data).toMatchObject({ next_after: 4_501, has_more: false })
      break
    }
    expect(data.has_more).toBe(true)
    expect(data.next_after).toBeGreaterThan(after)
    after = data.next_after
  }
  expect(pages).toBe(2)
})

test('type takes types and patterns, several at once', async () => {
  const { append, get } = await withLog()
  await append(storm(0), launch(1), alertOf('launch.net_changed', NOW), alertOf('solar.flare', NOW))
  const typesOf = async (type: string) =>
    (await get(`/v1/alerts?type=${type}`)).json.data.alerts.map((each: { type: string }) => each.type)
  expect(await typesOf('launch.*')).toEqual(['launch.scheduled', 'launch.net_changed'])
  expect(await typesOf('solar.flare,geomagnetic.*')).toEqual(['geomagnetic.storm_started', 'solar.flare'])
  expect(await typesOf('*')).toHaveLength(4)
})

test.each([
  'type=geomagnetic',
  'type=geomagnetic.storm_startet',
  'type=moon.*',
  'type=geo*',
  'type=launch.*,',
  'type=',
  'type=Launch.*',
  'type=launch.*&type=solar.*',
  'limit=0',
  'limit=1001',
  'limit=1e2',
  'after=-1',
  'after=01',
  'after=evt_1',
])('%s is 400', async (query) => {
  const { get } = await testService()
  const { status, json } = await get(`/v1/alerts?${query}`)
  expect([status, json.error]).toEqual([400, 'invalid_parameter'])
  expect(json.message).toMatch(/^Invalid (type|limit|after): expected /)
})

test('a client that was away for longer than alerts are kept is told so', async () => {
  const clock = stoppedClock(NOW)
  const { append, get } = await withLog(clock)
  await append(storm(0), storm(1), storm(2))
  clock.advance(31 * DAY)
  await append(alertOf('geomagnetic.storm_started', clock.now().getTime()))
  const late = (await get('/v1/alerts?after=1')).json.data
  expect(late).toMatchObject({ has_gap: true, oldest_sequence: 4, next_after: 4, has_more: false })
  expect(late.alerts.map(({ sequence }: { sequence: number }) => sequence)).toEqual([4])
  // Neither who has read all that was deleted, nor who begins, has missed anything.
  expect((await get('/v1/alerts?after=3')).json.data.has_gap).toBe(false)
  expect((await get('/v1/alerts')).json.data.has_gap).toBe(false)
})

test('a position of another log is a gap, and leads to the end of this one', async () => {
  const { append, get } = await withLog()
  await append(storm(0))
  const { data } = (await get('/v1/alerts?after=500')).json
  expect(data).toMatchObject({ count: 0, has_gap: true, next_after: 1, latest_sequence: 1 })
})

test('an account sees public alerts, its own, and those on what it watches; never the operator’s', async () => {
  const { append, get, ask, spaceData, webhooks, account } = await withLog()
  await append(
    alertOf('geomagnetic.storm_started', NOW),
    alertOf('quota.80', NOW, { audience: { account } }),
    alertOf('quota.80', NOW, { audience: { account: 'other' }, subject: 'other' }),
    alertOf('job.failed', NOW),
    alertOf('object.decayed', NOW, { subject: '25544' }),
    alertOf('object.decayed', NOW, { subject: '43013' }),
  )
  const seen = async (key?: string) => {
    const headers = key === undefined ? {} : { 'x-api-key': key }
    const { data } = (key ? await ask('GET', '/v1/alerts', headers) : await get('/v1/alerts')).json
    expect(data).toMatchObject({ next_after: 6, latest_sequence: 6 })
    return data.alerts.map(({ sequence }: { sequence: number }) => sequence)
  }
  expect(await seen()).toEqual([1, 2])
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'somebody else' })
  expect(await seen(key)).toEqual([1])
  await webhooks.update(account, () => [
    {
      id: 'wh_00000000000000000001',
      url: 'https://receiver.example/',
      types: [],
      parameters: { noradIds: [25544] },
      description: null,
      createdAt: '2026-11-21T12:00:00.000Z',
      secretVersion: 1,
      rotatedAt: null,
    },
  ])
  expect(await seen()).toEqual([1, 2, 5])
  expect(await seen(key)).toEqual([1])
})

test('the operator, who has no key, sees what is public', async () => {
  const { append, spaceData } = await withLog()
  await append(
    alertOf('geomagnetic.storm_started', NOW),
    alertOf('quota.80', NOW),
    alertOf('job.failed', NOW),
  )
  const response = await spaceData.handleAsOperator(new Request('http://space-data.test/v1/alerts'))
  expect((await response.json()).data.count).toBe(1)
})

test('to pull counts as listening for a day', async () => {
  const backend = memory()
  const clock = stoppedClock(NOW)
  const { get } = await testService({ store: backend }, clock)
  const context = testContext({ backend, time: { at: NOW } })
  expect(await context.alerts.listeners.isAnybody()).toBe(false)
  await get('/v1/alerts')
  expect(await context.alerts.listeners.isAnybody()).toBe(true)
  context.time.at += DAY + MINUTE
  expect(await context.alerts.listeners.isAnybody()).toBe(false)
})
