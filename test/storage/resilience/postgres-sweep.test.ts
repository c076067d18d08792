import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { postgres } from '../../../packages/core/src/adapters/postgres/index.ts'
import { elapsing } from '../../support/elapsing.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { havePostgres, startPostgres } from '../../support/postgres.ts'
import { turns } from '../../support/turns.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

describe.skipIf(!(await havePostgres()))('the sweep of Postgres', () => {
  let start: number
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    start = Date.now()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Two stores on one new server, and its time, which passes only when it is told to. */
  async function newStores() {
    const server = await startPostgres()
    onTestFinished(() => server[Symbol.asyncDispose]())
    const [first, second] = [await postgres(server.url), await postgres(server.url)]
    onTestFinished(async () => {
      await Promise.all([first.close(), second.close()])
    })
    const keys = (table: string) => server.sql(`SELECT string_agg(key, ' ' ORDER BY key) FROM ${table}`)
    const busy = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'space-data' AND state <> 'idle'`
    /** Resolves once nothing that was begun is under way. */
    const idle = async () => {
      await turns()
      await vi.waitUntil(async () => (await server.sql(busy)) === '0', PATIENCE_MS)
    }
    return { first, second, keys, idle }
  }

  test('Postgres deletes expired counters and records after an hour, in steps, by one of two processes', async () => {
    const { first, second, keys } = await newStores()
    using time = elapsing()
    const many = Array.from({ length: 2_500 }, (_, i) => `old ${i}`)
    await Promise.all(many.map((key) => first.atomic.add(key, 5, start + MINUTE, start)))
    await Promise.all(many.map((key) => first.adapter.set(key, '"x"', MINUTE)))
    await second.atomic.add('month', 5, start + 30 * DAY, start)
    await first.adapter.set('long', '"x"', 30 * DAY)
    await first.adapter.set('ever', '"x"')

    const month = async () => {
      for (const { atomic } of [first, second]) await atomic.add('month', 5, start + 30 * DAY, Date.now())
    }
    await month()
    time.pass(HOUR)
    vi.setSystemTime(start + HOUR)
    await month()
    await vi.waitFor(async () => expect(await keys('space_data_counters')).toBe('month sweep'), PATIENCE_MS)
    await vi.waitFor(async () => expect(await keys('space_data_records')).toBe('ever long'), PATIENCE_MS)
    expect(await first.atomic.count('month', Date.now())).toBe(5)
  })

  test('Postgres deletes nothing because a clock was ahead for a while', async () => {
    const { first, second, keys, idle } = await newStores()
    using time = elapsing()
    await first.atomic.add('month', 5, start + 30 * DAY, start)
    for (const { atomic } of [first, second, first, second]) {
      time.pass(20 * MINUTE)
      const ahead = Date.now() + 400 * DAY
      await atomic.add('another', 5, ahead + HOUR, ahead)
      await idle()
    }
    expect(await keys('space_data_counters')).toBe('another month')
  })
})
