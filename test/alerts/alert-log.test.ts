import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import type { Alert, Audience } from '../../packages/core/src/features/alerts/alert.ts'
import { AlertLog } from '../../packages/core/src/features/alerts/alert-log.ts'
import { isVisible } from '../../packages/core/src/features/alerts/matches.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { day } from './support.ts'

const alert = (n: number, at = NOON, audience: Audience = 'public'): Alert => ({
  id: `evt_${n}`,
  type: 'test.number',
  timestamp: new Date(at).toISOString(),
  subject: String(n),
  audience,
  data: { n },
})
const seqs = async ({ alerts: { log } }: TestContext, after = 0, limit = 1_000, account?: string) =>
  (await log.read(after, limit, account)).map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('alerts are read in order, after a position and up to a limit', async () => {
  const context = testContext()
  const {
    alerts: { log: alertLog },
  } = context
  expect(await alertLog.head()).toBe(0)
  expect(await seqs(context)).toEqual([])
  const logged = await alertLog.append(
    range(1, 250).map((n) => alert(n)),
    1,
  )
  expect(logged.map(({ seq }) => seq)).toEqual(range(1, 250))
  expect(await alertLog.head()).toBe(250)
  expect(await seqs(context)).toEqual(range(1, 250))
  expect(await seqs(context, 240)).toEqual(range(241, 250))
  expect(await seqs(context, 10, 3)).toEqual([11, 12, 13])
  expect(await seqs(context, 250)).toEqual([])
  expect(await seqs(context, 9_999)).toEqual([])
})

test('an alert that is in the log is not appended again, and has its old place', async () => {
  const {
    alerts: { log: alertLog },
  } = testContext()
  await alertLog.append([alert(1), alert(2), alert(3)], 1)
  const again = await alertLog.append([alert(2), alert(4)], 1)
  expect(again.map(({ id, seq }) => `${id} ${seq}`)).toEqual(['evt_2 2', 'evt_4 4'])
  expect(await alertLog.head()).toBe(4)
})

test('alerts are kept for 30 days', async () => {
  const context = testContext()
  const {
    alerts: { log: alertLog },
    time,
  } = context
  for (let n = 1; n <= 10; n += 1) {
    await alertLog.append([alert(n, time.at)], n)
    time.at += day
  }
  time.at = NOON + 30 * day
  expect((await alertLog.extent()).oldest).toBe(1)
  await alertLog.append([alert(11, time.at)], 11)
  expect([(await alertLog.extent()).oldest, await seqs(context)]).toEqual([2, range(2, 11)])
  time.at = NOON + 34 * day + 1
  await alertLog.append([alert(12, time.at)], 12)
  expect([(await alertLog.extent()).oldest, await seqs(context)]).toEqual([6, range(6, 12)])
  expect(await seqs(context, 2, 3)).toEqual([6, 7, 8])
})

test('a deleted slot is never used again', async () => {
  const backend = memory()
  const context = testContext({ backend })
  const {
    alerts: { log: alertLog },
    time,
  } = context
  await alertLog.append(
    range(1, 5).map((n) => alert(n)),
    1,
  )
  time.at += 40 * day
  await alertLog.append([alert(6, time.at)], 6)
  expect((await alertLog.extent()).oldest).toBe(6)
  // A process that stalled for 40 days still knows the beginning of the log.
  const [late] = await alertLog.append([alert(7, time.at)], 1)
  expect(late?.seq).toBe(7)
  expect(await seqs(testContext({ backend, time }))).toEqual([6, 7])
})

test('at most 10,000 alerts are kept, and a reader that is behind goes on with the oldest', async () => {
  const context = testContext()
  const {
    alerts: { log: alertLog },
    store,
  } = context
  for (let n = 1; n <= 10_400; n += 100) {
    await alertLog.append(
      range(n, n + 99).map((each) => alert(each)),
      n,
    )
  }
  expect(await alertLog.head()).toBe(10_400)
  expect((await alertLog.extent()).oldest).toBe(401)
  expect(await seqs(context, 3, 2)).toEqual([401, 402])
  expect(await store.atomic.get('alert::400', context.now(), Date.UTC(9999, 11, 31))).toBe('')
})

const of = (account: string): Audience => ({ account, isWatched: true })

test('an account has a log of its own, whose alerts come in the order of all', async () => {
  const context = testContext()
  const { log } = context.alerts
  await log.append([alert(1), alert(2, NOON, of('acme')), alert(3, NOON, of('other'))], 1)
  await log.append([alert(4), alert(5, NOON, { accounts: ['acme', 'other'] })], 4)
  expect(await log.head()).toBe(6)
  expect(await seqs(context)).toEqual([1, 4])
  expect(await seqs(context, 0, 9, 'acme')).toEqual([1, 2, 4, 5])
  expect(await seqs(context, 2, 9, 'other')).toEqual([3, 4, 6])
  const shared = await Promise.all([log.find(5), log.find(6)])
  expect(shared.map((each) => [each?.id, each?.audience])).toEqual([
    ['evt_5', of('acme')],
    ['evt_5', of('other')],
  ])
  // Another process finds the same, and adds none of them again.
  const again = await log.append([alert(5, NOON, { accounts: ['other', 'acme'] }), alert(4)], 2)
  expect(again.map(({ seq }) => seq)).toEqual([6, 5, 4])
})

test('what concerns an account evicts nothing of others: it is kept to 3,000, that of everybody to 10,000', async () => {
  const context = testContext()
  const { log } = context.alerts
  await log.append([alert(0), alert(0, NOON, of('other'))], 1)
  for (let n = 0; n < 12_000; n += 400) {
    const flood = range(n + 1, n + 400).map((each) => alert(each, NOON, of('acme')))
    await log.append(flood, 1 + (await log.head()))
  }
  expect(await log.head()).toBe(12_002)
  expect([await seqs(context), await seqs(context, 0, 9, 'other')]).toEqual([[1], [1, 2]])
  expect(await seqs(context, 0, 9_999, 'acme')).toEqual([1, ...range(9_003, 12_002)])
  expect(await log.extent('acme')).toEqual({ oldest: 1, deleted: 9_002 })
  expect(await log.extent('other')).toEqual({ oldest: 1, deleted: 0 })
  expect(await log.find(9_002)).toBeUndefined()
})

test('what is too old goes from the logs of accounts, too, to which nothing is told any more', async () => {
  const context = testContext()
  const { alerts, time } = context
  await alerts.log.append([alert(1, NOON, of('acme')), alert(2, NOON, 'operator')], 1)
  time.at += 29 * day
  await alerts.log.append([alert(3, time.at)], 3)
  expect(await seqs(context, 0, 9, 'acme')).toEqual([1, 3])
  time.at += 2 * day
  await alerts.log.append([alert(4, time.at)], 4)
  expect(await seqs(context, 0, 9, 'acme')).toEqual([3, 4])
  expect([await alerts.log.find(1), await alerts.log.find(2)]).toEqual([undefined, undefined])
})

test('receivers of the operator have a log of their own, with what concerns accounts but for what they watch', async () => {
  const { store, now } = testContext()
  const log = new AlertLog(store, '', now, { hasReceivers: true })
  const audiences = ['operator', { account: 'acme' }, of('acme'), 'public'] as const
  await log.append(
    audiences.map((audience, n) => alert(n, NOON, audience)),
    1,
  )
  const seen = async (account: string) => (await log.read(0, 9, account)).map(({ id }) => id)
  expect(await seen('operator')).toEqual(['evt_0', 'evt_1', 'evt_3'])
  expect(await seen('acme')).toEqual(['evt_1', 'evt_2', 'evt_3'])
})

describe('a log of a version without lists', () => {
  /** What that version stored of five alerts, the first two of which it has deleted. */
  async function oldLog() {
    const backend = memory()
    const context = testContext({ backend })
    const { atomic } = context.store
    const [now, forever] = [context.now(), Date.UTC(9999, 11, 31)]
    const audiences: readonly Audience[] = ['public', 'watchers', { account: 'acme' }]
    for (const [i, audience] of audiences.entries())
      await atomic.setIfAbsent(`alert::${i + 3}`, JSON.stringify(alert(i + 3, NOON, audience)), forever, now)
    await atomic.raise('alert::head', 5, forever, now)
    await atomic.raise('alert::deleted', 2, forever, now)
    return { backend, context, another: () => testContext({ backend, time: context.time }) }
  }

  test('is read as it is', async () => {
    const { context } = await oldLog()
    expect([await context.alerts.log.head(), await seqs(context)]).toEqual([5, [3, 4, 5]])
    expect(await context.alerts.log.extent('acme')).toEqual({ oldest: 3, deleted: 2 })
  })

  test('is gone on with, also by processes of the old version beside new ones', async () => {
    const { context, another } = await oldLog()
    await context.alerts.log.append([alert(6, NOON, of('acme'))], 6)
    // A process of the old version appends to where it sees the first free slot.
    const { atomic } = context.store
    const [now, forever] = [context.now(), Date.UTC(9999, 11, 31)]
    await atomic.setIfAbsent('alert::7', JSON.stringify(alert(7)), forever, now)
    await atomic.raise('alert::head', 7, forever, now)
    await another().alerts.log.append([alert(8)], 8)
    for (const each of [context, another()]) {
      const visible = async (account: string) =>
        (await each.alerts.log.read(0, 9, account)).filter((one) => isVisible(one, account, []))
      expect((await visible('acme')).map(({ seq }) => seq)).toEqual([3, 5, 6, 7, 8])
      expect((await visible('other')).map(({ seq }) => seq)).toEqual([3, 7, 8])
    }
  })

  test('is pruned as others are', async () => {
    const { context } = await oldLog()
    context.time.at += 31 * day
    await context.alerts.log.append([alert(6, context.time.at)], 6)
    expect(await seqs(context)).toEqual([6])
    expect(await context.alerts.log.find(3)).toBeUndefined()
  })
})
