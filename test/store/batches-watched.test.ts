import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBatches } from '../../packages/core/src/backends/batches.ts'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { Guard } from '../../packages/core/src/store/guard.ts'
import { SharedPatience } from '../../packages/core/src/store/patience.ts'
import { openStore } from '../../packages/core/src/store/store.ts'
import { watchable } from '../../packages/core/src/store/watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A store that answers as `answer` says, behind a watch, and the batches that have reached it. */
function setUp(answer: (items: readonly number[]) => Promise<readonly string[]>) {
  const batches: (readonly number[])[] = []
  const watch = new Guard({
    patience: new SharedPatience(500),
    elapsed: () => performance.now(),
    onChange: () => {},
  })
  const ask = inBatches<number, string>(
    (items) => {
      batches.push(items)
      return answer(items)
    },
    { watch, patienceMs: 500 },
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

test('a batch that fails is one failure, however many have asked; after the third nobody reaches the store', async () => {
  const { batches, codeOf } = setUp(() => Promise.reject(new Error('refused')))
  for (let batch = 0; batch < 3; batch += 1) {
    const ends = await Promise.all([1, 2, 3, 4, 5].map(codeOf))
    expect(ends).toEqual(Array.from({ length: 5 }, () => 'store_unavailable'))
  }
  expect(batches).toHaveLength(3)
  expect(await codeOf(6)).toBe('store_unavailable')
  expect(batches).toHaveLength(3)
})

test('a second later one batch tries, and all go on when it is answered', async () => {
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

test('who waits behind a batch that does not end is told as soon as it is given up, and not later', async () => {
  const { batches, codeOf } = setUp(() => new Promise(() => {}))
  const first = codeOf(1)
  await vi.advanceTimersByTimeAsync(100)
  const behind = codeOf(2)
  let told = 0
  void behind.then(() => {
    told = performance.now()
  })
  const askedAt = performance.now()
  await vi.advanceTimersByTimeAsync(600)
  expect(await Promise.all([first, behind])).toEqual(['store_unavailable', 'store_unavailable'])
  expect(told - askedAt).toBeLessThanOrEqual(450)
  expect(batches).toEqual([[1]])
})

test('an answer that leaves out what was asked is a failure of all of it', async () => {
  const { codeOf } = setUp(async (items) => items.slice(1).map(String))
  expect(await Promise.all([1, 2].map(codeOf))).toEqual(['store_unavailable', 'store_unavailable'])
})

test('who wraps the counters of a store is asked for each operation', async () => {
  const plain = memory()
  const backend = { ...plain, counters: watchable(() => plain.counters) }
  const wrapped = { granted: false, used: 7 }
  const store = openStore({ ...backend, counters: { ...backend.counters, take: () => wrapped } })
  expect(await store.counters.take('key', 1, 1, 0)).toBe(wrapped)
  expect(await openStore(backend).counters.take('key', 1, 1, 0)).toEqual({ granted: true, used: 1 })
})
