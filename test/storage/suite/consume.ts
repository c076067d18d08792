import type { ConsumeResult, Counters } from '@space-data/core'
import { expect, test } from 'vitest'
import { KEYS, NOW, UNTIL } from './values.ts'

/** `consume`, `refund` and `count`. */
export function consumeTests(countersOf: () => Counters): void {
  const consume = async (
    limit: number,
    { key = 'k', until = UNTIL, now = NOW, times = 1 } = {},
  ): Promise<ConsumeResult> => countersOf().consume(key, limit, until, now, times)
  const refund = async (key = 'k', times = 1): Promise<void> => countersOf().refund(key, times)
  const countOf = async (key = 'k', now = NOW): Promise<number> => countersOf().count(key, now)

  test('count changes nothing: it is 0 at first, and 0 again once the key has expired', async () => {
    for (let i = 0; i < 3; i += 1) expect(await countOf()).toBe(0)
    await consume(5)
    await consume(5)
    for (const now of [NOW, UNTIL - 1]) expect(await countOf('k', now)).toBe(2)
    expect(await countOf('k', UNTIL)).toBe(0)
    await refund()
    expect(await countOf()).toBe(1)
    expect(await consume(5)).toEqual({ granted: 1, count: 2 })
  })

  test('counts read at once are each that of their own key', async () => {
    for (const [i, key] of KEYS.entries()) for (let n = 0; n <= i; n += 1) await consume(100, { key })
    const asked = [...KEYS, 'nobody', ...KEYS]
    const counts = await Promise.all(asked.map((key) => countOf(key)))
    const each = KEYS.map((_, i) => i + 1)
    expect(counts).toEqual([...each, 0, ...each])
  })

  test('consume is granted exactly up to the limit, then refused', async () => {
    for (const count of [1, 2, 3]) expect(await consume(3)).toEqual({ granted: 1, count })
    for (let i = 0; i < 3; i += 1) expect(await consume(3)).toEqual({ granted: 0, count: 3 })
  })

  test('consume takes several at once, and as many as are left of the limit', async () => {
    expect(await consume(100, { times: 64 })).toEqual({ granted: 64, count: 64 })
    expect(await consume(100, { times: 64 })).toEqual({ granted: 36, count: 100 })
    expect(await consume(100, { times: 2 })).toEqual({ granted: 0, count: 100 })
    await refund('k', 40)
    expect(await countOf()).toBe(60)
    expect(await consume(100, { times: 30 })).toEqual({ granted: 30, count: 90 })
    await refund('k', 1_000)
    expect(await countOf()).toBe(0)
  })

  test('concurrent consumes of several and of one are granted exactly up to the limit', async () => {
    const times = Array.from({ length: 300 }, (_, i) => 1 + (i % 7) * (i % 3))
    const results = await Promise.all(times.map((each) => consume(1_000, { times: each })))
    expect(results.reduce((sum, { granted }) => sum + granted, 0)).toBe(1_000)
    for (const [i, { granted }] of results.entries()) expect(granted).toBeLessThanOrEqual(times[i]!)
    const counts = results.filter(({ granted }) => granted > 0).map(({ count }) => count)
    expect(new Set(counts).size).toBe(counts.length)
    expect(await countOf()).toBe(1_000)
  })

  test.each([0, -1])('consume is refused at a limit of %d', async (limit) => {
    expect(await consume(limit)).toEqual({ granted: 0, count: 0 })
    expect(await consume(1)).toEqual({ granted: 1, count: 1 })
    expect(await consume(limit)).toEqual({ granted: 0, count: 1 })
  })

  test.each([Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'consume counts at a limit of %d',
    async (limit) => {
      expect(await consume(limit)).toEqual({ granted: 1, count: 1 })
      expect(await consume(limit)).toEqual({ granted: 1, count: 2 })
    },
  )

  test('consume follows a limit that is raised or lowered', async () => {
    await consume(2)
    await consume(2)
    expect(await consume(3)).toEqual({ granted: 1, count: 3 })
    expect(await consume(1)).toEqual({ granted: 0, count: 3 })
    expect(await consume(4)).toEqual({ granted: 1, count: 4 })
  })

  test('concurrent consumes each use their own limit and time', async () => {
    const later = { now: UNTIL, until: UNTIL + 60_000 }
    const results = [
      consume(1),
      consume(1),
      consume(3),
      consume(3),
      consume(3),
      consume(1, later),
      consume(2, later),
      consume(2, later),
    ]
    expect((await Promise.all(results)).map(({ granted, count }) => [granted, count])).toEqual([
      [1, 1],
      [0, 1],
      [1, 2],
      [1, 3],
      [0, 3],
      [1, 1],
      [1, 2],
      [0, 2],
    ])
  })

  test('refund subtracts one at a time, and never below zero', async () => {
    await refund()
    await consume(2)
    await consume(2)
    await refund()
    expect(await consume(2)).toEqual({ granted: 1, count: 2 })
    for (let i = 0; i < 5; i += 1) await refund()
    expect(await consume(2)).toEqual({ granted: 1, count: 1 })
  })

  test('concurrent refunds of several keys are all counted', async () => {
    const keys = ['a', 'b', 'c']
    for (const key of keys) for (let i = 0; i < 100; i += 1) await consume(1_000, { key })
    await Promise.all(Array.from({ length: 90 }, (_, i) => refund(keys[i % 2])))
    expect(await Promise.all(keys.map((key) => countOf(key)))).toEqual([55, 55, 100])
  })

  test('a count starts again when it expires, not a millisecond earlier', async () => {
    await consume(1)
    expect(await consume(1, { now: UNTIL - 1 })).toEqual({ granted: 0, count: 1 })
    const next = { now: UNTIL, until: UNTIL + 60_000 }
    expect(await consume(1, next)).toEqual({ granted: 1, count: 1 })
    expect(await consume(1, next)).toEqual({ granted: 0, count: 1 })
    expect(await consume(1, { now: UNTIL + 59_999, until: UNTIL + 90_000 })).toEqual({
      granted: 0,
      count: 1,
    })
    expect(await consume(1, { now: UNTIL + 60_000, until: UNTIL + 90_000 })).toEqual({
      granted: 1,
      count: 1,
    })
  })

  test('a count keeps its first end, and stays when others expire', async () => {
    await consume(5)
    await consume(5, { until: UNTIL + 500_000 })
    expect(await consume(5, { now: UNTIL, until: UNTIL + 1 })).toEqual({ granted: 1, count: 1 })

    const day = 86_400_000
    await consume(5, { key: 'long', until: NOW + 9 * day })
    for (let i = 1; i < 8; i += 1)
      await consume(1, { key: `short ${i}`, now: NOW + i * day, until: NOW + i * day + 1 })
    expect((await consume(5, { key: 'long', now: NOW + 8 * day, until: NOW + 9 * day })).count).toBe(2)
  })

  test('counts of different keys are independent', async () => {
    for (const key of KEYS) expect(await consume(1, { key })).toEqual({ granted: 1, count: 1 })
    for (const key of KEYS) expect(await consume(1, { key })).toEqual({ granted: 0, count: 1 })
    await refund('__proto__')
    expect((await consume(1, { key: '__proto__' })).granted).toBe(1)
    expect((await consume(1, { key: 'constructor' })).granted).toBe(0)
  })

  test('20,000 concurrent consumes at a limit of 1,000: exactly 1,000 are granted, each with its own count', async () => {
    const results = await Promise.all(Array.from({ length: 20_000 }, () => consume(1_000)))
    expectExactly(results, 1_000)
    expect(await consume(1_000)).toEqual({ granted: 0, count: 1_000 })
  })

  test('20,000 consumes by 50 callers on a running clock: exactly 1,000 are granted, each with its own count', async () => {
    const results: ConsumeResult[] = []
    let started = 0
    const caller = async () => {
      while (started < 20_000) {
        started += 1
        results.push(await consume(1_000, { now: NOW + Math.floor(started / 100) }))
      }
    }
    await Promise.all(Array.from({ length: 50 }, caller))
    expect(results).toHaveLength(20_000)
    expectExactly(results, 1_000)
    expect(results.findIndex(({ granted }) => !granted)).toBeGreaterThanOrEqual(1_000 - 50)
  })

  test('concurrent consumes of 200 keys are granted exactly up to the limit of each', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `key ${i}`)
    const limitOf = (i: number) => i % 25
    const results = await Promise.all(
      Array.from({ length: 30 }, () => keys.map((key, i) => consume(limitOf(i), { key }))).flat(),
    )
    keys.forEach((_, i) => {
      const ofKey = results.filter((_, n) => n % 200 === i)
      expectExactly(ofKey, limitOf(i))
    })
  })

  test('concurrent consumes and refunds add up', async () => {
    await Promise.all(Array.from({ length: 1_000 }, () => consume(5_000)))
    const both = Array.from({ length: 1_000 }, (_, i) => (i % 2 ? consume(5_000) : refund()))
    await Promise.all(both)
    expect(await consume(5_000)).toEqual({ granted: 1, count: 1_001 })
  })
}

/**
 * Expects that exactly `limit` were granted, each with its own count, and the rest refused with the limit.
 */
function expectExactly(results: readonly ConsumeResult[], limit: number): void {
  const numbers = results.filter(({ granted }) => granted).map(({ count }) => count)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, i) => i + 1))
  expect(results.filter(({ granted, count }) => !granted && count !== limit)).toEqual([])
}
