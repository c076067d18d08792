import { join } from 'node:path'
import { memory } from '@space-data/core'
import { afterAll, describe, expect, test } from 'vitest'
import { Rows } from '../../packages/core/src/adapters/durable-object/rows.ts'
import { sqliteDriver } from '../../packages/core/src/adapters/sqlite/driver.ts'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import { createSweepClock } from '../../packages/core/src/kernel/storage/sweep-clock.ts'
import { elapsing } from '../support/elapsing.ts'
import { turns } from '../support/turns.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

describe('the clock that a sweep goes by', () => {
  test('the sweep clock follows a correct clock, and one that is set back, at once', () => {
    using time = elapsing()
    const trusted = createSweepClock({ trustsFirst: true })
    expect(trusted(NOW)).toBe(NOW)
    time.pass(HOUR)
    expect(trusted(NOW + HOUR)).toBeGreaterThanOrEqual(NOW + HOUR)
    expect(trusted(NOW - 3 * DAY)).toBe(NOW - 3 * DAY)
  })

  test('the sweep clock advances a clock that jumped ahead only by real time, until it has stayed for an hour', () => {
    using time = elapsing()
    const trusted = createSweepClock({ trustsFirst: true })
    trusted(NOW)
    for (let minute = 1; minute <= 59; minute += 1) {
      time.pass(MINUTE)
      expect(trusted(NOW + 400 * DAY + minute * MINUTE)).toBeLessThan(NOW + minute * MINUTE + 1_000)
    }
    // A second jump starts another probation.
    time.pass(MINUTE)
    expect(trusted(NOW + 800 * DAY + HOUR)).toBeLessThan(NOW + HOUR + 1_000)
    time.pass(HOUR)
    expect(trusted(NOW + 800 * DAY + 2 * HOUR)).toBe(NOW + 800 * DAY + 2 * HOUR)
  })

  test('the sweep clock does not trust its first time where older data may exist', () => {
    using time = elapsing()
    const trusted = createSweepClock({ trustsFirst: false })
    expect(trusted(NOW)).toBe(Number.NEGATIVE_INFINITY)
    time.pass(HOUR)
    expect(trusted(NOW + HOUR)).toBe(NOW + HOUR)
  })
})

test('memory deletes a window within two minutes, and none because a clock was ahead for a while', async () => {
  using time = elapsing()
  const { atomic } = memory()
  await atomic.add('month', 5, NOW + 30 * DAY, NOW)
  await atomic.add('window', 5, NOW + MINUTE, NOW)
  await atomic.setIfAbsent('claimed', 'me', NOW + 30 * DAY, NOW)
  for (let minute = 0; minute < 50; minute += 1) {
    time.pass(MINUTE)
    const ahead = NOW + 400 * DAY + minute * MINUTE
    await atomic.add('another', 5, ahead + MINUTE, ahead)
  }
  expect(await atomic.count('month', NOW)).toBe(1)
  expect(await atomic.get('claimed', NOW, NOW + 30 * DAY)).toBe('me')
  expect(await atomic.count('window', NOW)).toBe(0)
})

test('SQLite deletes nothing because a clock was ahead for a while, also if it is opened meanwhile', async () => {
  using time = elapsing()
  const path = join(folder, 'ahead.db')
  const first = await sqlite(path)
  await first.atomic.add('month', 5, NOW + 30 * DAY, NOW)
  const second = await sqlite(path)
  for (const { atomic } of [first, second, first, second]) {
    time.pass(20 * MINUTE)
    const ahead = Date.now() + 400 * DAY
    await atomic.add('another', 5, ahead + MINUTE, ahead)
    await turns()
  }
  expect(await second.atomic.count('month', NOW)).toBe(1)
  await first.close()
  await second.close()
})

describe('an object', async () => {
  const driver = await sqliteDriver()

  test('a Durable Object deletes, in steps, only what has expired at two sweeps', () => {
    const { rows, count } = newRows()
    for (let i = 0; i < 2_500; i += 1) rows.setIfAbsent(`claim ${i}`, 'me', NOW + MINUTE, NOW)
    for (let i = 0; i < 1_500; i += 1) rows.write(`record ${i}`, 'x', MINUTE, NOW)
    rows.add('month', 5, NOW + 30 * DAY, NOW)
    rows.write('for good', 'x', undefined, NOW)

    expect(rows.sweep(NOW + 400 * DAY)).toBe('later')
    expect(count()).toBe(4_002)
    const steps: string[] = []
    do steps.push(rows.sweep(NOW + HOUR))
    while (steps.at(-1) === 'now')
    expect(steps).toEqual(['now', 'now', 'now', 'later'])
    expect(count()).toBe(2)
    expect(rows.sweep(NOW + 400 * DAY)).toBe('later')
    expect(rows.count('month', NOW)).toBe(1)
    expect(rows.sweep(NOW + 401 * DAY)).toBe('never')
    expect(count()).toBe(1)
  })

  test('a Durable Object finds expired rows by an index', () => {
    const { plan } = newRows()
    expect(plan('SELECT key FROM counters WHERE until <= ? LIMIT 1000')).toMatch(
      /USING (COVERING )?INDEX counters_until/,
    )
    expect(plan('SELECT key, chunk FROM records WHERE until <= ? LIMIT 1000')).toMatch(
      /USING (COVERING )?INDEX records_until/,
    )
  })

  /** Rows of a Durable Object, on the SQLite of this machine. */
  function newRows() {
    const database = driver.open(':memory:')
    const all = (query: string, ...bindings: unknown[]) =>
      database.prepare(query).all(...bindings) as Record<string, unknown>[]
    const rows = new Rows({ exec: (query, ...bindings) => ({ toArray: () => all(query, ...bindings) }) })
    return {
      rows,
      count: () =>
        Number(all('SELECT (SELECT count(*) FROM counters) + (SELECT count(*) FROM records) AS n')[0]?.['n']),
      plan: (query: string) => String(all(`EXPLAIN QUERY PLAN ${query}`, 0)[0]?.['detail']),
    }
  }
})
