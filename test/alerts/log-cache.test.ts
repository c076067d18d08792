import { expect, test } from 'vitest'
import { createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { AlertLog } from '../../packages/core/src/features/alerts/alert-log.ts'
import { testContext } from '../support/context.ts'

const AT = Date.parse('2026-11-21T12:00:00Z')
const alertsOf = (from: number, to: number, type = 'launch.scheduled') =>
  Array.from({ length: to - from + 1 }, (_, i) =>
    createAlert({ type, subject: String(from + i), at: AT, data: {} }),
  )

/** A log, and the cached part of it as positions. */
function newLog() {
  const { store, now } = testContext()
  const log = new AlertLog(store, '', now)
  const cached = (after: number, head: number) =>
    log.cachedRange(undefined, after, head)?.alerts.map(({ seq }) => seq)
  return { store, now, log, cached }
}

test('what is logged while the newest alerts are read is cached by the next read', async () => {
  const { store, now, log, cached } = newLog()
  await log.append(alertsOf(1, 3), 1)
  const head = await log.readNewest()
  // Another process logs more.
  await new AlertLog(store, '', now).append(alertsOf(4, 6), 4)
  expect(cached(0, head)).toEqual([1, 2, 3])
  expect(cached(0, 6)).toBeUndefined()
  expect(await log.readNewest()).toBe(6)
  expect(cached(0, 6)).toEqual([1, 2, 3, 4, 5, 6])
  expect(cached(4, 6)).toEqual([5, 6])
  expect(cached(6, 6)).toEqual([])
})

test('the newest 300 are cached at first; a range with older ones is read in pages of 500', async () => {
  const { store, now, log, cached } = newLog()
  await new AlertLog(store, '', now).append(alertsOf(1, 1_500), 1)
  expect(await log.readNewest()).toBe(1_500)
  expect(cached(1_199, 1_500)).toBeUndefined()
  expect(cached(1_200, 1_500)).toHaveLength(300)
  const { alerts, upTo } = await log.readRange(undefined, 0, 1_500)
  expect([alerts.length, alerts[0]?.seq, upTo]).toEqual([500, 1, 500])
  expect((await log.readRange(undefined, 1_200, 1_500)).alerts).toHaveLength(300)
  expect((await log.find(7))?.subject).toBe('7')
  await new AlertLog(store, '', now).append(alertsOf(1_501, 1_510), 1_501)
  expect((await log.find(1_505))?.subject).toBe('1505')
  expect(await log.find(1_511)).toBeUndefined()
})

test('alerts of a log that has lost its end are read again', async () => {
  const [long, short] = [newLog(), newLog()]
  await long.log.append(alertsOf(1, 5), 1)
  const backend = { store: long.store }
  const log = new AlertLog(
    new Proxy(long.store, { get: (_, name) => Reflect.get(backend.store, name) }),
    '',
    long.now,
  )
  expect(await log.readNewest()).toBe(5)
  await short.log.append(alertsOf(1, 3, 'launch.net_changed'), 1)
  backend.store = short.store
  expect(await log.readNewest()).toBe(3)
  expect((await log.read(0, 3)).map(({ type }) => type)).toEqual(Array(3).fill('launch.net_changed'))
})

test('streams of a process read the newest position once a second', async () => {
  const { store, now, log } = newLog()
  expect(await log.recentNewest()).toBe(0)
  await new AlertLog(store, '', now).append(alertsOf(1, 1), 1)
  expect(await log.recentNewest()).toBe(0)
  expect(await log.readNewest()).toBe(1)
  expect(await log.recentNewest()).toBe(1)
})
