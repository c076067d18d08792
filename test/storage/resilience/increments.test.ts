import { memory } from '@space-data/core'
import type { AtomicStore } from '@space-data/core/storage'
import { expect, test, vi } from 'vitest'
import { postgres } from '../../../packages/core/src/adapters/postgres/index.ts'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { sqlite } from '../../../packages/core/src/adapters/sqlite/index.ts'
import { timed } from '../../support/stopwatch.ts'
import { orInSoak } from '../../support/tier.ts'
import { countingWorkers } from '../counting-workers.ts'
import { onSharedPlaces } from '../shared-places.ts'

vi.setConfig({ testTimeout: 600_000 })

const TIMES = orInSoak(100_000, 1_000_000)
const OPEN: Record<string, typeof sqlite> = {
  Redis: redis,
  'Redis Cluster': redis,
  Postgres: postgres,
}
const NOW = Date.now()
const UNTIL = NOW + 86_400_000

/** Runs `times` consumes in one process, `inFlight` at a time. */
async function count(counters: AtomicStore, takers: number, times: number): Promise<number[]> {
  const numbers: number[] = []
  let left = times
  const taker = async () => {
    while (left-- > 0) numbers.push((await counters.add('k', Number.POSITIVE_INFINITY, UNTIL, NOW)).count)
  }
  await Promise.all(Array.from({ length: takers }, taker))
  return numbers
}

function tell(store: string, processes: string, ms: number, lost: number, failed = 0): void {
  const rate = Math.round(TIMES / (ms / 1_000)).toLocaleString('en')
  console.log(
    `FIGURE increments ${store}: ${TIMES.toLocaleString('en')} by ${processes}, ${lost} lost, ${failed} refused, ${rate}/s`,
  )
}

test('memory: no increment is lost', async () => {
  const { atomic } = memory()
  const [numbers, ms] = await timed(() => count(atomic, 50, TIMES))
  tell('memory', '1 process', ms, TIMES - Math.max(...numbers.slice(-50)))
  expect(new Set(numbers).size).toBe(TIMES)
  expect(await atomic.add('k', TIMES, UNTIL, NOW)).toEqual({ added: 0, count: TIMES })
})

await onSharedPlaces((store, open) => {
  test('4 processes: no increment is lost or counted twice', async () => {
    await using shared = await open()
    await using four = await countingWorkers(shared.place, 4)
    const task = { do: 'add', key: 'k', limit: Number.MAX_SAFE_INTEGER, times: TIMES / 4, atOnce: 64 }
    const [told, ms] = await timed(() => four.all(task))
    const numbers = new Set(told.flatMap((each) => each.numbers))
    const failed = told.reduce((sum, each) => sum + each.failed, 0)
    const [next = 0] = (await four.one({ ...task, times: 1, atOnce: 1 })).numbers
    tell(store, '4 processes', ms, numbers.size - (next - 1), failed)
    expect(numbers.size + failed).toBe(TIMES)
    expect(next - 1).toBe(numbers.size)
    expect(failed).toBe(0)
  })

  test.each([
    [1, 2_000],
    [64, 20_000],
  ])('the cost of a consume, %d in flight', async (inFlight, times) => {
    await using shared = await open()
    const { atomic, close } = await (OPEN[store] ?? sqlite)(shared.place)
    await count(atomic, inFlight, 200)
    const [numbers, ms] = await timed(() => count(atomic, inFlight, times))
    await close()
    const each = Math.round((ms * inFlight * 1_000) / times)
    const rate = Math.round(times / (ms / 1_000)).toLocaleString('en')
    console.log(`FIGURE take ${store}: ${inFlight} in flight, ${rate}/s, ${each} µs each`)
    expect(Math.max(...numbers)).toBe(times + 200)
  })
})
