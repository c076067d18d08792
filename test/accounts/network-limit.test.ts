import { memory, type StoreBackend } from '@space-data/core'
import { expect, test } from 'vitest'
import { testContext } from '../support/context.ts'

/** A memory store whose counters answer a turn later, as those of a server do. */
function lateStore(): StoreBackend {
  const backend = memory()
  const { atomic } = backend
  const late =
    <Args extends unknown[], Result>(call: (...args: Args) => Result | Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await call(...args)
      await new Promise((resolve) => setImmediate(resolve))
      return result
    }
  const add = late<Parameters<typeof atomic.add>, Awaited<ReturnType<typeof atomic.add>>>((...args) =>
    atomic.add(...args),
  )
  const subtract = late<Parameters<typeof atomic.subtract>, void>((...args) => atomic.subtract(...args))
  return { ...backend, atomic: { ...atomic, add, subtract } as typeof atomic }
}

const isGranted = async (times: number, context: ReturnType<typeof testContext>) => {
  try {
    await context.accounts.rates.limit('hapi', '192.0.2.1', times)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'rate_limited' })
    return false
  }
}

test.each([
  ['at once', memory],
  ['late', lateStore],
])(
  'several requests at once are all counted or none, and what is left can be used: counters answer %s',
  async (_, store) => {
    const context = testContext({ backend: store(), limits: { hapiPerMinute: 100 } })
    const burst = await Promise.all([31, 31, 31, 31, 1, 31, 1].map((times) => isGranted(times, context)))
    let used = [31, 31, 31, 31, 1, 31, 1].reduce((sum, times, i) => sum + (burst[i] ? times : 0), 0)
    expect(used).toBeGreaterThanOrEqual(93)
    while (used < 100 && (await isGranted(1, context))) used += 1
    expect(used).toBe(100)
    expect(await isGranted(1, context)).toBe(false)
    context.time.at += 60_000
    expect(await isGranted(31, context)).toBe(true)
  },
)
