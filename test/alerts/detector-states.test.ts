import { join } from 'node:path'
import { memory, type StoreBackend } from '@space-data/core'
import { afterEach, describe, expect, test } from 'vitest'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import type { Detector } from '../../packages/core/src/features/alerts/detector.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { NOON, testContext } from '../support/context.ts'

/** Finds an alert for each number that it has not seen, in pairs. */
const numbers: Detector<number, number> = {
  id: 'numbers',
  initial: 0,
  detect: (seen, upTo) => ({
    state: Math.max(seen, upTo),
    alerts: Array.from({ length: Math.max(0, upTo - seen) }, (_, i) => ({
      type: 'test.number',
      subject: String(seen + i + 1),
      at: NOON,
      data: { number: seen + i + 1 },
    })),
  }),
}

const subjects = async (backend: StoreBackend) =>
  (await testContext({ backend }).alerts.log.read(0, 10_000)).map(({ subject, seq }) => `${seq}:${subject}`)
const upTo = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}:${i + 1}`)

/** A backend whose process ends before or after its `last`-th write: nothing works afterwards. */
function ending(inner: StoreBackend, last: number, when: 'before' | 'after') {
  let writes = 0
  let hasEnded = false
  const write =
    <A extends readonly unknown[], R>(operation: (...args: A) => R) =>
    (...args: A): R => {
      if (hasEnded) throw new Error('the process has ended')
      writes += 1
      hasEnded = writes === last
      if (hasEnded && when === 'before') throw new Error('the process has ended')
      const result = operation(...args)
      if (hasEnded) throw new Error('the process has ended')
      return result
    }
  const { atomic } = inner
  const backend: StoreBackend = {
    ...inner,
    atomic: {
      ...atomic,
      add: write(atomic.add.bind(atomic)),
      raise: write(atomic.raise.bind(atomic)),
      setIfAbsent: write(atomic.setIfAbsent.bind(atomic)),
      compareAndSwap: write(atomic.compareAndSwap.bind(atomic)),
      count: atomic.count.bind(atomic),
      get: atomic.get.bind(atomic),
    },
  }
  return { backend, writes: () => writes }
}

test('a detector is told nothing twice, and its state survives the process', async () => {
  const backend = memory()
  expect(await testContext({ backend }).alerts.detectorStates.run(numbers, 2)).toBe(2)
  expect(await testContext({ backend }).alerts.detectorStates.run(numbers, 2)).toBe(0)
  expect(await testContext({ backend }).alerts.detectorStates.run(numbers, 3)).toBe(1)
  expect(await subjects(backend)).toEqual(upTo(3))
})

describe.each(['before', 'after'] as const)('a process that ends %s a write', (when) => {
  test('loses nothing and tells nothing twice, whichever write it is', async () => {
    let ends = 0
    for (let last = 1; ; last += 1) {
      const inner = memory()
      await testContext({ backend: inner }).alerts.detectorStates.run(numbers, 2)
      const { backend, writes } = ending(inner, last, when)
      const run = testContext({ backend }).alerts.detectorStates.run(numbers, 5)
      const hasEnded = await run.then(
        () => false,
        () => true,
      )
      if (!hasEnded) {
        expect(writes()).toBe(last - 1)
        break
      }
      ends += 1
      // Another process, with nothing new to observe: first without a reading at all.
      await testContext({ backend: inner }).alerts.detectorStates.run(numbers, undefined)
      await testContext({ backend: inner }).alerts.detectorStates.run(numbers, 5)
      expect(await subjects(inner)).toEqual(upTo(5))
    }
    // To store the state, three slots, their list, the head, and to empty the outbox.
    expect(ends).toBe(7)
  })
})

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

describe.each(['memory', 'SQLite'])('several processes on %s', (name) => {
  async function contexts(count: number) {
    if (name === 'memory') {
      const backend = memory()
      return Array.from({ length: count }, () => testContext({ backend }))
    }
    const folder = temporaryFolder()
    opened.push({ close: async () => folder[Symbol.dispose]() })
    return Promise.all(
      Array.from({ length: count }, async () => {
        const context = testContext({ backend: await sqlite(join(folder.path, 'space-data.sqlite')) })
        opened.unshift(context.store)
        return context
      }),
    )
  }

  test('find each alert once between them, in the same order for all', async () => {
    const all = await contexts(4)
    for (let n = 1; n <= 25; n += 1) {
      await Promise.all(all.map((context) => context.alerts.detectorStates.run(numbers, 2 * n)))
    }
    for (const {
      alerts: { log: alertLog },
    } of all) {
      const alerts = await alertLog.read(0, 1_000)
      expect(alerts.map(({ subject, seq }) => `${seq}:${subject}`)).toEqual(upTo(50))
    }
  })

  test('a log in which all append at once has no gap and nothing twice', async () => {
    const all = await contexts(4)
    const alert = (who: number, n: number) => ({
      id: `evt_${n % 5 === 0 ? 'shared' : who}_${n}`,
      type: 'test.number',
      timestamp: new Date(NOON).toISOString(),
      subject: `${n % 5 === 0 ? 'shared' : who} ${n}`,
      audience: 'public' as const,
      data: {},
    })
    await Promise.all(
      all.map(async ({ alerts: { log: alertLog } }, who) => {
        for (let n = 0; n < 25; n += 1) {
          // Alerts that all find are appended from before any of them was there.
          await alertLog.append([alert(who, n)], n % 5 === 0 ? 1 : 1 + (await alertLog.head()))
        }
      }),
    )
    const [first] = all
    const alerts = (await first?.alerts.log.read(0, 1_000)) ?? []
    expect(alerts.map(({ seq }) => seq)).toEqual(Array.from({ length: 4 * 20 + 5 }, (_, i) => i + 1))
    expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length)
    for (const who of [0, 1, 2, 3]) {
      const own = alerts.map(({ subject }) => subject.split(' ')).filter(([each]) => each === String(who))
      expect(own.map(([, n]) => Number(n))).toEqual(own.map(([, n]) => Number(n)).sort((a, b) => a - b))
    }
    for (const {
      alerts: { log: alertLog },
    } of all)
      expect(await alertLog.head()).toBe(85)
  })
})
