import { expect, test } from 'vitest'
import { createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { geomagnetic } from '../../packages/core/src/features/alerts/detectors/geomagnetic.ts'
import { CustomShellDays } from '../../packages/core/src/features/custom-shells/custom-shell-days.ts'
import { GroupMembers } from '../../packages/core/src/features/objects/history/group-members.ts'
import { KeptCatalogues } from '../../packages/core/src/features/objects/history/kept-catalogues.ts'
import { forecastKind } from '../../packages/core/src/features/space-weather/forecast/kept-forecasts.ts'
import { KeptIssues } from '../../packages/core/src/features/space-weather/forecast/kept-issues.ts'
import { outlookKind } from '../../packages/core/src/features/space-weather/forecast/kept-outlooks.ts'
import { CheckReports } from '../../packages/core/src/features/upstream-check/check-reports.ts'
import { initialState } from '../../packages/core/src/features/webhooks/delivery-state.ts'
import { issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyLog } from '../../packages/core/src/kernel/accounts/keys/key-log.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { revokeKey, rotateKey } from '../../packages/core/src/kernel/accounts/keys/rotate.ts'
import { hashOf } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { publishedBytes, wholeRun } from '../debris/night/support.ts'
import { everyStore } from '../storage/every-store.ts'
import type { TestContext } from '../support/context.ts'
import { loopbackSender } from '../support/loopback-sender.ts'
import { startReceiver } from '../support/receiver.ts'
import { deliverer } from '../webhooks/support.ts'
import {
  CATALOGUE,
  CUSTOM_DAYS,
  customShellOf,
  FORECAST,
  fill,
  MEMBERS,
  OUTLOOK,
  webhookOf,
} from './filled.ts'
import { entriesOf, exported, maintenanceOf, newStore, reading } from './maintained.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')

const DAY = 86_400_000
const NEWER = '2026-11-21T11:00:00.000Z'
const OTHER = 'another master secret of at least 32 characters'

test.each(Object.entries(everyStore))(
  'all that must not be lost goes from memory to %s and back',
  async (_, open) => {
    const [from, to, back] = [await newStore(), await newStore(open), await newStore()]
    const keys = await fill(from.context)
    const text = await exported(from.context)
    to.context.time.at = from.context.time.at
    back.context.time.at = from.context.time.at

    const moved = {
      ...{ keys: 4, keyOperations: 6, dailyCounts: 3, webhooks: 2, customShells: 2, customShellMonths: 4 },
      ...{ checkMonths: 4, shellRuns: 2, shellParts: expect.any(Number), historyDays: 2, changeDays: 2 },
      ...{ catalogueBlocks: 4, catalogueMonths: 2, groupMonths: 2 },
      ...{ seriesDays: 4, forecastDays: 2, outlookDays: 2, alerts: 0, alertStates: 0 },
    }
    const imported = await to.store.import(reading(text))
    const none = { overwritten: { keys: 0, webhooks: 0 }, conflicts: [] }
    expect(imported).toEqual({ records: moved, added: { keys: 4, webhooks: 2 }, ...none })
    expect(await to.context.alerts.webhooks.ofAccount('acme')).toEqual([webhookOf('A'), webhookOf('B')])
    expect(await to.context.alerts.webhooks.accounts()).toEqual(['acme'])
    expect(await to.context.customShells.records.ofAccount('acme')).toEqual([
      customShellOf('A'),
      customShellOf('B'),
    ])
    for (const originsId of ['', '(sample)']) {
      const histories = new CustomShellDays(to.context.store, originsId, to.context.now)
      expect(await histories.list(customShellOf('A').id, '2026-01-01', '2026-12-31')).toEqual(CUSTOM_DAYS)
      const wind = ({
        context: {
          spaceWeather: { series },
          now,
        },
      }: typeof to) => series.ofOrigins(originsId).lastAtOrBefore('wind', now(), DAY)
      expect(await wind(to)).toMatchObject({ values: { speed_km_s: 410 }, instrument: 'SOLAR1' })
      expect(await wind(to)).toEqual(await wind(from))
      expect(await new KeptCatalogues(to.context.store, originsId).read('2026-11-20')).toEqual(CATALOGUE)
      const members = new GroupMembers(to.context.store, originsId)
      expect(await members.at('stations', to.context.now(), 30)).toEqual(MEMBERS)
      const { store, now } = to.context
      const forecasts = new KeptIssues(forecastKind, store, originsId, now)
      expect(await forecasts.newestBefore(now())).toEqual(FORECAST)
      const outlooks = new KeptIssues(outlookKind, store, originsId, now)
      expect(await outlooks.newestBefore(now())).toEqual(OUTLOOK)
    }
    for (const key of keys) expect(await recordOf(key, to.context)).toEqual(await recordOf(key, from.context))
    const usage = (await createKeys(to.context).usage('acme'))?.days
    expect(usage).toEqual((await createKeys(from.context).usage('acme'))?.days)
    expect(usage?.[0]?.requests).toBe(1_000_000)
    const log = await new KeyLog(from.context).since(0)
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['issued', 'revoked', 'rotated', 'replaced']),
    )
    expect(await new KeyLog(to.context).since(0)).toEqual(log)
    expect(await wholeRun(to.context)).toEqual(await wholeRun(from.context))
    expect(await publishedBytes(to.context)).toBe(await publishedBytes(from.context))
    for (const originsId of ['', '(sample)']) {
      const reports = ({ context: { store, now } }: typeof to) =>
        new CheckReports(store, originsId, now).listYear()
      expect(await reports(to)).toEqual(await reports(from))
    }
    expect((await to.store.check()).findings).toEqual([])

    const again = await exported(to.context)
    expect(entriesOf(again)).toEqual(entriesOf(text))
    expect(await back.store.import(reading(again, 7_777))).toMatchObject({
      records: moved,
      added: { keys: 4 },
    })
    expect(entriesOf(await exported(back.context))).toEqual(entriesOf(text))
  },
)

const recordOf = (key: string, { store }: TestContext) => new KeyRecords(store).byHash(hashOf(key))

test('a day of a series that is there already gets the rows that it lacks, and keeps better ones', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const noon = from.context.now()
  const record = (
    {
      context: {
        spaceWeather: { series },
      },
    }: typeof to,
    feed: string,
    speeds: readonly number[],
    first: number,
  ) =>
    series.record('wind', {
      feed,
      fetchedAt: noon,
      rows: speeds.map((speed, i) => ({
        at: noon + (first + i) * 60_000,
        values: { speed_km_s: speed, density_per_cm3: 5, temperature_k: null },
        instrument: null,
      })),
    })
  await record(from, 'swpc-wind-summary', [300, 301, 302], 0)
  await record(to, 'swpc-wind-1m', [410, 420], 2)
  const text = await exported(from.context)
  for (let times = 0; times < 2; times += 1) {
    expect(await to.store.import(reading(text))).toMatchObject({ records: { seriesDays: 1 } })
    const { columns, feeds } = await to.context.spaceWeather.series.read('wind', noon, noon + 4 * 60_000)
    expect(columns.speed_km_s).toEqual([300, 301, 410, 420])
    expect(feeds.map((feed) => feed?.replace('swpc-wind-', ''))).toEqual(['summary', 'summary', '1m', '1m'])
  }
})

test.each(Object.entries(everyStore))(
  'the log of alerts and what detectors know go to %s, and a log that is there stays',
  async (_, open) => {
    const [from, to, other] = [await newStore(), await newStore(open), await newStore()]
    const alerts = Array.from({ length: 450 }, (_, i) =>
      createAlert({
        type: 'path.deprecated',
        subject: `${i}`,
        at: from.context.now() + i,
        // Of everybody, of an account without webhooks, and of the operator.
        audience: (['public', { account: 'acme' }, 'operator'] as const)[i % 3] ?? 'public',
        data: {},
      }),
    )
    const rows = [{ at: from.context.now(), values: { speed_km_s: 1 }, instrument: null }]
    for (const { context } of [from, other]) {
      const body = { feed: 'swpc-wind-1m', fetchedAt: context.now(), rows }
      await context.spaceWeather.series.record('wind', body)
    }
    await from.context.alerts.log.append(alerts, 1)
    const observe = ({ context }: typeof to) =>
      context.alerts.detectorStates.run(geomagnetic, [{ at: NOON, value: 8, source: 'test' }])
    expect(await observe(from)).toBe(1)
    const own = await other.context.alerts.log.append(alerts.slice(0, 1), 1)

    const text = await exported(from.context)
    for (const place of [to, other])
      for (let times = 0; times < 2; times += 1)
        expect(await place.store.import(reading(text))).toMatchObject({
          records: { alerts: 451, alertStates: 1 },
        })
    for (const [account, count] of [
      [undefined, 151],
      ['acme', 301],
      ['operator', 301],
    ] as const) {
      const logged = await from.context.alerts.log.read(0, 1_000, account)
      expect(logged).toHaveLength(count)
      expect(await to.context.alerts.log.read(0, 1_000, account)).toEqual(logged)
    }
    expect(await observe(to)).toBe(0)
    expect(await other.context.alerts.log.read(0, 1_000)).toEqual(own)
  },
)

test('an import can be repeated, and changes nothing then', async () => {
  const { context, store } = await newStore()
  await fill(context)
  const text = await exported(context)
  expect(await store.import(reading(text))).toMatchObject({
    records: { keys: 4 },
    added: { keys: 0 },
    conflicts: [],
  })
  expect(entriesOf(await exported(context))).toEqual(entriesOf(text))
})

test('the count that an import brings is counted on, and none goes down', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueKey({ tier: 'free', label: 'used' }, from.context)
  for (let i = 0; i < 998; i += 1) await from.context.accounts.quotas.consume(record)
  const text = await exported(from.context)
  await to.store.import(reading(text))
  expect(await to.context.accounts.quotas.consume(record)).toMatchObject({ granted: true, remaining: 1 })
  await to.store.import(reading(text))
  expect(await to.context.accounts.quotas.consume(record)).toMatchObject({ granted: true, remaining: 0 })
  expect(await to.context.accounts.quotas.consume(record)).toMatchObject({ granted: false })
})

test('a count of a day that is forgotten by now is not brought back', async () => {
  const [from, to] = [await newStore(), await newStore()]
  await fill(from.context)
  to.context.time.at = from.context.time.at + 10 * DAY
  await to.store.import(reading(await exported(from.context)))
  expect((await createKeys(to.context).usage('acme'))?.days.map(({ requests }) => requests)).toEqual([
    ...Array(10).fill(0),
    1_000_000,
    ...Array(19).fill(0),
  ])
})

test('no key that was revoked or ended here works again by an import, even one that overwrites', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueKey({ tier: 'hobby', label: 'one', account: 'acme' }, from.context)
  const before = await exported(from.context)
  await to.store.import(reading(before))
  to.context.time.at += 5_000
  const revoked = await revokeKey(record.id, to.context)
  expect(revoked?.revokedAt).not.toBeNull()
  for (const overwrite of [false, true]) {
    expect(await to.store.import(reading(before), { overwrite })).toMatchObject({ conflicts: [] })
    expect(await createKeys(to.context).show(record.id)).toEqual(revoked)
  }
})

test('a key that ends sooner here ends no later by an import that overwrites, nor one that ends sooner there', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const options = { tier: 'hobby', label: 'one', account: 'acme', expiresInMs: 10 * DAY }
  const { record } = await issueKey(options, from.context)
  const before = await exported(from.context)
  await to.store.import(reading(before))
  await rotateKey(record.id, { graceMs: DAY }, to.context)
  const endOf = async () => (await createKeys(to.context).show(record.id))?.expiresAt
  const ended = await endOf()
  expect(ended && Date.parse(ended)).toBe(to.context.now() + DAY)
  await to.store.import(reading(before), { overwrite: true })
  expect(await endOf()).toBe(ended)
  await rotateKey(record.id, { graceMs: DAY / 2 }, from.context)
  await to.store.import(reading(await exported(from.context)), { overwrite: true })
  expect(Date.parse((await endOf()) ?? '')).toBe(from.context.now() + DAY / 2)
})

test('a key that differs here stays as it is and is told of, unless the import overwrites', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueKey({ tier: 'hobby', label: 'one', account: 'acme' }, from.context)
  await to.store.import(reading(await exported(from.context)))
  await revokeKey(record.id, from.context)
  const revoked = await exported(from.context)

  expect(await to.store.import(reading(revoked))).toMatchObject({
    conflicts: [record.id],
    overwritten: { keys: 0 },
  })
  expect(await createKeys(to.context).show(record.id)).toEqual(record)
  expect(await to.store.import(reading(revoked), { overwrite: true })).toMatchObject({
    conflicts: [],
    overwritten: { keys: 1 },
  })
  expect((await createKeys(to.context).show(record.id))?.revokedAt).not.toBeNull()
})

test('another key under the same id is never overwritten', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueKey({ tier: 'hobby', label: 'one' }, from.context)
  const other = { ...record, hash: 'f'.repeat(64) }
  await new KeyRecords(to.context.store).put(other)
  const imported = await to.store.import(reading(await exported(from.context)), { overwrite: true })
  expect(imported).toMatchObject({ conflicts: [record.id], overwritten: { keys: 0 }, added: { keys: 0 } })
  expect(await createKeys(to.context).list()).toEqual([other])
})

test('shells that are newer here stay, and older ones give way', async () => {
  const [from, to] = [await newStore(), await newStore()]
  await fill(from.context)
  to.context.time.at = from.context.time.at
  await fill(to.context)
  const newer = await wholeRun(to.context)
  await to.store.import(reading(await exported(from.context)))
  expect(await wholeRun(to.context)).toEqual(newer)
  await from.store.import(reading(await exported(to.context)))
  expect(await wholeRun(from.context)).toEqual(newer)
})

test('deliveries of an imported webhook begin with the next alert, and those of one that was here go on', async () => {
  const [from, to] = [await newStore(), await newStore()]
  await from.context.alerts.webhooks.update('acme', () => [webhookOf('A')])
  const alert = (subject: string) =>
    createAlert({ type: 'launch.scheduled', subject, at: to.context.now(), data: {} })
  await to.context.alerts.log.append([alert('before'), alert('the import')], 1)
  const text = await exported(from.context)
  await to.store.import(reading(text))
  const { states: webhookStates } = to.context.webhooks
  const read = async () => (await webhookStates.read(webhookOf('A').id))?.state
  expect(await read()).toEqual(initialState('', 2))

  await to.context.alerts.log.append([alert('after')], 3)
  expect(await to.store.import(reading(text))).toMatchObject({ added: { webhooks: 0 }, conflicts: [] })
  expect((await read())?.cursor).toBe(2)
})

test('a webhook that differs here stays as it is, unless the import overwrites; its secret is never an old one', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const [old, rotated] = [webhookOf('A'), { ...webhookOf('A'), secretVersion: 3, rotatedAt: NEWER }]
  await from.context.alerts.webhooks.update('acme', () => [{ ...old, url: 'https://other.example/' }])
  await to.context.alerts.webhooks.update('acme', () => [webhookOf('B'), rotated])
  const text = await exported(from.context)
  const imported = await to.store.import(reading(text))
  expect(imported).toMatchObject({
    added: { webhooks: 0 },
    overwritten: { webhooks: 0 },
    conflicts: [old.id],
  })
  expect(await to.context.alerts.webhooks.ofAccount('acme')).toEqual([webhookOf('B'), rotated])

  const overwritten = await to.store.import(reading(text), { overwrite: true })
  expect(overwritten).toMatchObject({ added: { webhooks: 0 }, overwritten: { webhooks: 1 }, conflicts: [] })
  expect(await to.context.alerts.webhooks.ofAccount('acme')).toEqual([
    webhookOf('B'),
    { ...rotated, url: 'https://other.example/' },
  ])
})

test('a webhook that was only rotated here is the same', async () => {
  const [from, to] = [await newStore(), await newStore()]
  await from.context.alerts.webhooks.update('acme', () => [webhookOf('A')])
  const rotated = { ...webhookOf('A'), secretVersion: 3, rotatedAt: NEWER }
  await to.context.alerts.webhooks.update('acme', () => [rotated])
  expect(await to.store.import(reading(await exported(from.context)))).toMatchObject({ conflicts: [] })
  expect(await to.context.alerts.webhooks.ofAccount('acme')).toEqual([rotated])
})

test('a webhook that was deleted here within the hour is not brought back, and is told of', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { id } = webhookOf('A')
  await from.context.alerts.webhooks.update('acme', () => [webhookOf('A')])
  const text = await exported(from.context)
  await to.store.import(reading(text))
  await to.context.alerts.webhooks.update('acme', () => [])
  await to.context.webhooks.states.delete(id)
  expect(await to.store.import(reading(text))).toMatchObject({ added: { webhooks: 0 }, conflicts: [id] })
  expect(await to.context.alerts.webhooks.ofAccount('acme')).toEqual([])
  to.context.time.at += 3_600_001
  expect(await to.store.import(reading(text))).toMatchObject({ added: { webhooks: 1 }, conflicts: [] })
})

test('an export holds no secret of a webhook: who imports it under another master secret has others', async () => {
  const [from, to] = [
    deliverer(),
    deliverer({ webhooks: { masterSecrets: [OTHER], sender: loopbackSender } }),
  ]
  const { url } = await startReceiver()
  const { id, secret, publicKey } = await from.webhooks.add('acme', { url }, 5)
  const text = await exported(from.context)
  expect(text).not.toContain(secret)
  const maintenance = maintenanceOf(to.context)
  expect(await maintenance.import(reading(text))).toMatchObject({ added: { webhooks: 1 } })
  const there = await to.webhooks.show('acme', id)
  expect(there).toMatchObject({ id, url, status: 'active', pending: 0 })
  expect(there?.publicKey).not.toBe(publicKey)
})
