import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CountingWorkers, countingWorkers } from '../counting-workers.ts'
import { onSharedPlaces, type SharedPlace } from '../shared-places.ts'

await onSharedPlaces((_, open) => {
  let shared: SharedPlace
  let two: CountingWorkers
  beforeAll(async () => {
    shared = await open()
    two = await countingWorkers(shared.place, 2)
  })
  afterAll(async () => {
    await two[Symbol.asyncDispose]()
    await shared[Symbol.asyncDispose]()
  })

  test.each([10_000, 20])(
    'two processes: 20,000 consumes, %d at once, at a limit of 1,000 admit exactly 1,000',
    async (atOnce) => {
      const task = { do: 'add', key: `limited ${atOnce}`, limit: 1_000, times: 10_000, atOnce }
      const took = await two.all(task)
      const numbers = took.flatMap(({ numbers }) => numbers).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
      expect(took.map(({ failed }) => failed)).toEqual([0, 0])
    },
  )

  test('two processes: 10,000 acquires have one owner, and all get the same', async () => {
    const told = await two.all({ do: 'setIfAbsent', key: 'one', times: 5_000 })
    const winners = told.reduce((sum, { won }) => sum + won, 0)
    expect(winners).toBe(1)
    expect(new Set(told.flatMap(({ holders }) => holders)).size).toBe(1)
  })
})
