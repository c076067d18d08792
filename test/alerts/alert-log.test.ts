import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import type { Alert } from '../../packages/core/src/alerts/alert.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { day } from './support.ts'

const alert = (n: number, at = NOON): Alert => ({
  id: `evt_${n}`,
  type: 'test.number',
  timestamp: new Date(at).toISOString(),
  subject: String(n),
  audience: 'public',
  data: { n },
})
const seqs = async ({ alerts: { log: alertLog } }: TestContext, after = 0, limit = 1_000) =>
  (await alertLog.read(after, limit)).map(({ seq }) => seq)
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
  expect(await alertLog.oldest()).toBe(1)
  await alertLog.append([alert(11, time.at)], 11)
  expect([await alertLog.oldest(), await seqs(context)]).toEqual([2, range(2, 11)])
  time.at = NOON + 34 * day + 1
  await alertLog.append([alert(12, time.at)], 12)
  expect([await alertLog.oldest(), await seqs(context)]).toEqual([6, range(6, 12)])
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
  expect(await alertLog.oldest()).toBe(6)
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
  expect(await alertLog.oldest()).toBe(401)
  expect(await seqs(context, 3, 2)).toEqual([401, 402])
  expect(await store.atomic.get('alert::400', context.now(), Date.UTC(9999, 11, 31))).toBe('')
})
