import { expect, test } from 'vitest'
import { postgres } from '../../../packages/core/src/adapters/postgres/index.ts'
import { havePostgres, startPostgres } from '../../support/postgres.ts'
import { countingWorkers } from '../counting-workers.ts'
import { patient } from '../patient.ts'

const NOW = Date.now()
const UNTIL = NOW + 86_400_000
const KEYS = Array.from({ length: 50 }, (_, i) => `k${i}`)

const withPostgres = test.skipIf(!(await havePostgres()))

/** The keys, beginning at another one for each caller, and backwards for every second. */
function inOtherOrder(caller: number): string[] {
  const turned = [...KEYS.slice(caller * 7), ...KEYS.slice(0, caller * 7)]
  return caller % 2 ? turned.reverse() : turned
}

withPostgres('6 stores that take the same keys in different orders: exact, and no deadlock', async () => {
  await using server = await startPostgres('deadlock_timeout=50ms')
  const backends = await Promise.all(
    Array.from({ length: 6 }, async () => patient(await postgres(server.url))),
  )
  let granted = 0
  let failed = 0
  const taken = backends.map(async ({ atomic }, caller) => {
    for (let round = 0; round < 40; round += 1) {
      const takes = inOtherOrder(caller).map((key) => atomic.add(key, 200, UNTIL, NOW))
      const refunds = inOtherOrder(caller + 1).map((key) => atomic.subtract(`refunded ${key}`))
      const raises = inOtherOrder(caller).map((key) => atomic.raise(`refunded ${key}`, 9, UNTIL, NOW))
      for (const outcome of await Promise.allSettled([...refunds, ...raises])) {
        if (outcome.status === 'rejected') failed += 1
      }
      for (const outcome of await Promise.allSettled(takes)) {
        if (outcome.status === 'rejected') failed += 1
        else if (outcome.value.added) granted += 1
      }
    }
  })
  await Promise.all(taken)
  await Promise.all(backends.map((backend) => backend.close()))
  const deadlocks = await server.sql('SELECT sum(deadlocks) FROM pg_stat_database')
  console.log(`FIGURE postgres, 6 stores, 12,000 takes of 50 keys: ${granted} granted, ${failed} failed`)
  expect(deadlocks).toBe('0')
  expect(failed).toBe(0)
  expect(granted).toBe(50 * 200)
})

withPostgres('4 processes that take many keys at once never end in a deadlock', async () => {
  await using server = await startPostgres('deadlock_timeout=50ms')
  await using four = await countingWorkers(server.url, 4)
  const told = await four.all({ do: 'addToMany', keys: KEYS, limit: 1_000, rounds: 40 })
  const counts = await server.sql(`SELECT sum(count) FROM space_data_counters`)
  expect(told.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
  expect(counts).toBe(String(4 * 40 * KEYS.length))
  expect(await server.sql('SELECT sum(deadlocks) FROM pg_stat_database')).toBe('0')
})
