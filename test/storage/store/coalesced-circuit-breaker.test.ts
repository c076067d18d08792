import { memory } from '@space-data/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from '../../../packages/core/src/adapters/shared/coalesce.ts'
import { StoreCircuitBreaker } from '../../../packages/core/src/kernel/storage/circuit-breaker.ts'
import { breakPerBatch } from '../../../packages/core/src/kernel/storage/circuit-breaker-counters.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { SharedTimer } from '../../../packages/core/src/kernel/storage/timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Returns a coalesced operation behind a circuit breaker, and the batches that were run. */
function setUp(
  answer: (items: readonly number[]) => Promise<readonly string[]>,
  gather?: () => Promise<void>,
) {
  const batches: (readonly number[])[] = []
  const breaker = new StoreCircuitBreaker({
    timeout: new SharedTimer(500),
    elapsed: () => performance.now(),
    onChange: () => {},
  })
  const ask = coalesce<number, string>(
    (items) => {
      batches.push(items)
      return answer(items)
    },
    { breaker, timeoutMs: 500, ...(gather && { gather }) },
  )
  const codeOf = async (item: number) => {
    try {
      return await ask(item)
    } catch (error) {
      return (error as { code?: string }).code ?? String(error)
    }
  }
  return { batches, codeOf }
}

const echo = async (items: readonly number[]) => items.map((item) => `answer ${item}`)

test('a failed batch is one failure, whatever its size; after three the store is not called', async () => {
  const { batches, codeOf } = setUp(() => Promise.reject(new Error('refused')))
  for (let batch = 0; batch < 3; batch += 1) {
    const ends = await Promise.all([1, 2, 3, 4, 5].map(codeOf))
    expect(ends).toEqual(Array.from({ length: 5 }, () => 'store_unavailable'))
  }
  expect(batches).toHaveLength(3)
  expect(await codeOf(6)).toBe('store_unavailable')
  expect(batches).toHaveLength(3)
})

test('one batch is the probe after a second, and its success closes the circuit', async () => {
  let isAway = true
  const { batches, codeOf } = setUp((items) => (isAway ? new Promise(() => {}) : echo(items)))
  const stuck = [1, 2].map(codeOf)
  await vi.advanceTimersByTimeAsync(600)
  expect(await Promise.all(stuck)).toEqual(['store_unavailable', 'store_unavailable'])
  expect(await codeOf(3)).toBe('store_unavailable')
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await Promise.all([4, 5].map(codeOf))).toEqual(['answer 4', 'answer 5'])
  expect(await codeOf(6)).toBe('answer 6')
  expect(batches).toEqual([[1, 2], [4, 5], [6]])
})

test('callers queued behind a batch that never ends fail as soon as it times out', async () => {
  const { batches, codeOf } = setUp(() => new Promise(() => {}))
  const first = codeOf(1)
  await vi.advanceTimersByTimeAsync(100)
  const behind = codeOf(2)
  let told = 0
  void behind.then(() => {
    told = performance.now()
  })
  const startedAt = performance.now()
  await vi.advanceTimersByTimeAsync(600)
  expect(await Promise.all([first, behind])).toEqual(['store_unavailable', 'store_unavailable'])
  expect(told - startedAt).toBeLessThanOrEqual(450)
  expect(batches).toEqual([[1]])
})

/** Returns what stops the event loop for a while: the clock goes on, and no timer fires. */
function busyLoop(): (ms: number) => void {
  const now = performance.now.bind(performance)
  let busyMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + busyMs)
  return (ms) => {
    busyMs += ms
  }
}

test('a turn of this process that takes long is not the store: the batch has its whole time', async () => {
  const beBusy = busyLoop()
  const isSlow = { gathering: true }
  const { batches, codeOf } = setUp(
    async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      return echo(items)
    },
    async () => {
      if (isSlow.gathering) beBusy(2_600)
    },
  )
  const whileGathering = codeOf(1)
  await vi.advanceTimersByTimeAsync(400)
  expect(await whileGathering).toBe('answer 1')
  isSlow.gathering = false
  const inTheSameTurn = codeOf(2)
  beBusy(2_600)
  await vi.advanceTimersByTimeAsync(400)
  expect(await inTheSameTurn).toBe('answer 2')
  expect(batches).toEqual([[1], [2]])
})

test('what a batch has waited for the one before counts', async () => {
  const { batches, codeOf } = setUp(async (items) => {
    await new Promise((resolve) => setTimeout(resolve, 450))
    return echo(items)
  })
  const first = codeOf(1)
  await vi.advanceTimersByTimeAsync(10)
  const behind = codeOf(2)
  const watch = performance.now()
  await vi.advanceTimersByTimeAsync(600)
  expect(await Promise.all([first, behind])).toEqual(['answer 1', 'store_unavailable'])
  expect(performance.now() - watch).toBeLessThanOrEqual(600)
  expect(batches).toEqual([[1], [2]])
})

test('a batch with a missing result fails as a whole', async () => {
  const { codeOf } = setUp(async (items) => items.slice(1).map(String))
  expect(await Promise.all([1, 2].map(codeOf))).toEqual(['store_unavailable', 'store_unavailable'])
})

test('counters that wrap coalesced counters are called for each operation', async () => {
  const plain = memory()
  const backend = { ...plain, atomic: breakPerBatch(() => plain.atomic) }
  const wrapped = { added: 0, count: 7 }
  const store = openStore({ ...backend, atomic: { ...backend.atomic, add: () => wrapped } })
  expect(await store.atomic.add('key', 1, 1, 0)).toBe(wrapped)
  expect(await openStore(backend).atomic.add('key', 1, 1, 0)).toEqual({ added: 1, count: 1 })
})
