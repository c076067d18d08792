import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Rows } from '../../packages/core/src/backends/durable-object-rows.ts'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { sqlite } from '../../packages/core/src/backends/sqlite.ts'
import { sqliteDriver } from '../../packages/core/src/backends/sqlite-driver.ts'
import { sweepClock } from '../../packages/core/src/store/clocks.ts'
import { elapsing } from '../support/elapsing.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

describe('the clock that a sweep goes by', () => {
  test('follows one that runs as it should, and one that goes back, at once', () => {
    using time = elapsing()
    const trusted = sweepClock({ believesFirst: true })
    expect(trusted(NOW)).toBe(NOW)
    time.pass(HOUR)
    expect(trusted(NOW + HOUR)).toBeGreaterThanOrEqual(NOW + HOUR)
    expect(trusted(NOW - 3 * DAY)).toBe(NOW - 3 * DAY)
  })

  test('takes one that goes ahead for as far on as time has passed, until it has said so for an hour', () => {
    using time = elapsing()
    const trusted = sweepClock({ believesFirst: true })
    trusted(NOW)
    for (let minute = 1; minute <= 59; minute += 1) {
      time.pass(MINUTE)
      expect(trusted(NOW + 400 * DAY + minute * MINUTE)).toBeLessThan(NOW + minute * MINUTE + 1_000)
    }
    // A second jump begins a probation of its own.
    time.pass(MINUTE)
    expect(trusted(NOW + 800 * DAY + HOUR)).toBeLessThan(NOW + HOUR + 1_000)
    time.pass(HOUR)
    expect(trusted(NOW + 800 * DAY + 2 * HOUR)).toBe(NOW + 800 * DAY + 2 * HOUR)
  })

  test('begins with nothing where there may be something from before', () => {
    using time = elapsing()
    const trusted = sweepClock({ believesFirst: false })
    expect(trusted(NOW)).toBe(Number.NEGATIVE_INFINITY)
    time.pass(HOUR)
    expect(trusted(NOW + HOUR)).toBe(NOW + HOUR)
  })
})

test('memory forgets a window within two minutes, and none for a clock that is ahead for a while', async () => {
  using time = elapsing()
  const { counters } = memory()
  await counters.take('month', 5, NOW + 30 * DAY, NOW)
  await counters.take('window', 5, NOW + MINUTE, NOW)
  await counters.claim('claimed', 'me', NOW + 30 * DAY, NOW)
  for (let minute = 0; minute < 50; minute += 1) {
    time.pass(MINUTE)
    const ahead = NOW + 400 * DAY + minute * MINUTE
    await counters.take('another', 5, ahead + MINUTE, ahead)
  }
  expect(await counters.used('month', NOW)).toBe(1)
  expect(await counters.holder('claimed', NOW, NOW + 30 * DAY)).toBe('me')
  expect(await counters.used('window', NOW)).toBe(0)
})

test('SQLite keeps what a clock that was ahead for a while says is over, also for who opens the file meanwhile', async () => {
  using time = elapsing()
  const path = join(folder, 'ahead.db')
  const first = await sqlite(path)
  await first.counters.take('month', 5, NOW + 30 * DAY, NOW)
  const second = await sqlite(path)
  for (const { counters } of [first, second, first, second]) {
    time.pass(20 * MINUTE)
    const ahead = Date.now() + 400 * DAY
    await counters.take('another', 5, ahead + MINUTE, ahead)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await second.counters.used('month', NOW)).toBe(1)
  await first.close()
  await second.close()
})

describe('an object', async () => {
  const driver = await sqliteDriver()

  test('forgets what two looks agree on, in steps, and not what only one that was ahead says is over', () => {
    const { rows, count } = newRows()
    for (let i = 0; i < 2_500; i += 1) rows.claim(`claim ${i}`, 'me', NOW + MINUTE, NOW)
    for (let i = 0; i < 1_500; i += 1) rows.write(`record ${i}`, 'x', MINUTE, NOW)
    rows.take('month', 5, NOW + 30 * DAY, NOW)
    rows.write('for good', 'x', undefined, NOW)

    expect(rows.sweep(NOW + 400 * DAY)).toBe('later')
    expect(count()).toBe(4_002)
    const steps: string[] = []
    do steps.push(rows.sweep(NOW + HOUR))
    while (steps.at(-1) === 'now')
    expect(steps).toEqual(['now', 'now', 'now', 'later'])
    expect(count()).toBe(2)
    expect(rows.sweep(NOW + 400 * DAY)).toBe('later')
    expect(rows.used('month', NOW)).toBe(1)
    expect(rows.sweep(NOW + 401 * DAY)).toBe('never')
    expect(count()).toBe(1)
  })

  test('finds what is over by an index, not by looking through all that is there', () => {
    const { plan } = newRows()
    expect(plan('SELECT key FROM counters WHERE until <= ? LIMIT 1000')).toMatch(
      /USING (COVERING )?INDEX counters_until/,
    )
    expect(plan('SELECT key, piece FROM records WHERE until <= ? LIMIT 1000')).toMatch(
      /USING (COVERING )?INDEX records_until/,
    )
  })

  /** The rows of an object, on the SQLite of this machine. */
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
