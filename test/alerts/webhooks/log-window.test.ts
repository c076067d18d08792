import { expect, test } from 'vitest'
import { createAlert } from '../../../packages/core/src/alerts/alert.ts'
import { AlertLog } from '../../../packages/core/src/alerts/alert-log.ts'
import { LogWindow } from '../../../packages/core/src/alerts/webhooks/log-window.ts'
import { NOON, testContext } from '../../support/context.ts'

const alertsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) =>
    createAlert({ type: 'launch.scheduled', subject: String(from + i), at: NOON, data: {} }),
  )
const seqsIn = (window: LogWindow, after: number) => window.after(after)?.alerts.map(({ seq }) => seq)

test('what is logged while the window is read is in it once', async () => {
  const { store, now } = testContext()
  const log = new AlertLog(store, '', now)
  await log.append(alertsOf(1, 3), 1)
  const window = new LogWindow(log)
  // Another process logs more after the head was read.
  const head = await log.head()
  await log.append(alertsOf(4, 6), 4)
  await window.readTo(head)
  expect(seqsIn(window, 0)).toEqual([1, 2, 3])
  await window.readTo(await log.head())
  expect(seqsIn(window, 0)).toEqual([1, 2, 3, 4, 5, 6])
  expect(seqsIn(window, 4)).toEqual([5, 6])
})

test('it keeps the newest thousand; older ones are read from the log', async () => {
  const { store, now } = testContext()
  const log = new AlertLog(store, '', now)
  await log.append(alertsOf(1, 1_500), 1)
  const window = new LogWindow(log)
  await window.readTo(1_500)
  expect(window.after(499)).toBeUndefined()
  expect(window.after(500)?.alerts).toHaveLength(1_000)
  const { alerts, upTo } = await window.read(0)
  expect([alerts.length, alerts[0]?.seq, upTo]).toEqual([500, 1, 500])
  expect((await window.find(7))?.subject).toBe('7')
  await log.append(alertsOf(1_501, 1_510), 1_501)
  expect((await window.find(1_505))?.subject).toBe('1505')
  await window.readTo(1_510)
  expect(window.after(509)).toBeUndefined()
  expect(window.after(510)?.alerts).toHaveLength(1_000)
})

test('it begins anew when the log has lost its end', async () => {
  const long = testContext()
  const log = new AlertLog(long.store, '', long.now)
  await log.append(alertsOf(1, 5), 1)
  const window = new LogWindow(log)
  await window.readTo(5)
  await window.readTo(3)
  expect(window.head).toBe(3)
  expect(seqsIn(window, 0)).toEqual([1, 2, 3])
})
