import { afterAll, beforeAll, expect, test } from 'vitest'
import { timed } from '../../support/stopwatch.ts'
import { type CountingWorkers, countingWorkers } from '../counting-workers.ts'
import { onSharedPlaces, type SharedPlace } from '../shared-places.ts'

await onSharedPlaces((store, open) => {
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
      const [took, ms] = await timed(() => two.all(task))
      const shares = took.map(({ numbers }) => numbers.length).join(' + ')
      console.log(
        `FIGURE limit ${store}: 20,000 takes by 2 processes, ${atOnce} at once in each, at a limit of 1,000: ` +
          `${shares} granted, ${ms} ms`,
      )
      const numbers = took.flatMap(({ numbers }) => numbers).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
      expect(took.map(({ failed }) => failed)).toEqual([0, 0])
    },
  )

  test('two processes: 10,000 acquires have one owner, and all get the same', async () => {
    const [told, ms] = await timed(() => two.all({ do: 'setIfAbsent', key: 'one', times: 5_000 }))
    const winners = told.reduce((sum, { won }) => sum + won, 0)
    console.log(`FIGURE claims ${store}: 10,000 by 2 processes: ${winners} winner, ${ms} ms`)
    expect(winners).toBe(1)
    expect(new Set(told.flatMap(({ holders }) => holders)).size).toBe(1)
  })

  test('two processes: no increment is lost, concurrent or sequential', async () => {
    const counted = { do: 'add', key: 'counted', limit: Number.MAX_SAFE_INTEGER }
    await two.all({ ...counted, times: 10_000, atOnce: 10_000 })
    await two.all({ ...counted, times: 500, atOnce: 1 })
    await two.all({ do: 'subtract', key: 'counted', times: 250 })
    const last = await two.one({ ...counted, times: 1, atOnce: 1 })
    expect(last.numbers).toEqual([2 * (10_000 + 500 - 250) + 1])
  })
})
