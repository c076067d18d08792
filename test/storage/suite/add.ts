import type { Added, AtomicStore } from '@space-data/core/storage'
import { expect, test } from 'vitest'
import { NOW, UNTIL } from './values.ts'

/** `add`, `subtract` and `count`. */
export function addTests(atomicOf: () => AtomicStore, keys: readonly string[]): void {
  const add = async (
    limit: number,
    { key = 'k', until = UNTIL, now = NOW, times = 1 } = {},
  ): Promise<Added> => atomicOf().add(key, limit, until, now, times)
  const subtract = async (key = 'k', times = 1): Promise<void> => atomicOf().subtract(key, times)
  const countOf = async (key = 'k', now = NOW): Promise<number> => atomicOf().count(key, now)

  test('count changes nothing: it is 0 at first, and 0 again once the key has expired', async () => {
    for (let i = 0; i < 3; i += 1) expect(await countOf()).toBe(0)
    await add(5)
    await add(5)
    for (const now of [NOW, UNTIL - 1]) expect(await countOf('k', now)).toBe(2)
    expect(await countOf('k', UNTIL)).toBe(0)
    await subtract()
    expect(await countOf()).toBe(1)
    expect(await add(5)).toEqual({ added: 1, count: 2 })
  })

  test('counts read at once are each that of their own key', async () => {
    for (const [i, key] of keys.entries()) for (let n = 0; n <= i; n += 1) await add(100, { key })
    const asked = [...keys, 'nobody', ...keys]
    const counts = await Promise.all(asked.map((key) => countOf(key)))
    const each = keys.map((_, i) => i + 1)
    expect(counts).toEqual([...each, 0, ...each])
  })

  test('add is granted exactly up to the limit, then refused', async () => {
    for (const count of [1, 2, 3]) expect(await add(3)).toEqual({ added: 1, count })
    for (let i = 0; i < 3; i += 1) expect(await add(3)).toEqual({ added: 0, count: 3 })
  })

  test('add takes several at once, and as many as are left of the limit', async () => {
    expect(await add(100, { times: 64 })).toEqual({ added: 64, count: 64 })
    expect(await add(100, { times: 64 })).toEqual({ added: 36, count: 100 })
    expect(await add(100, { times: 2 })).toEqual({ added: 0, count: 100 })
    await subtract('k', 40)
    expect(await countOf()).toBe(60)
    expect(await add(100, { times: 30 })).toEqual({ added: 30, count: 90 })
    await subtract('k', 1_000)
    expect(await countOf()).toBe(0)
  })

  test('concurrent additions of several and of one are granted exactly up to the limit', async () => {
    const times = Array.from({ length: 300 }, (_, i) => 1 + (i % 7) * (i % 3))
    const results = await Promise.all(times.map((each) => add(1_000, { times: each })))
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(1_000)
    for (const [i, { added }] of results.entries()) expect(added).toBeLessThanOrEqual(times[i]!)
    const counts = results.filter(({ added }) => added > 0).map(({ count }) => count)
    expect(new Set(counts).size).toBe(counts.length)
    expect(await countOf()).toBe(1_000)
  })

  test.each([0, -1])('add is refused at a limit of %d', async (limit) => {
    expect(await add(limit)).toEqual({ added: 0, count: 0 })
    expect(await add(1)).toEqual({ added: 1, count: 1 })
    expect(await add(limit)).toEqual({ added: 0, count: 1 })
  })

  test.each([Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'add counts at a limit of %d',
    async (limit) => {
      expect(await add(limit)).toEqual({ added: 1, count: 1 })
      expect(await add(limit)).toEqual({ added: 1, count: 2 })
    },
  )

  test('add follows a limit that is raised or lowered', async () => {
    await add(2)
    await add(2)
    expect(await add(3)).toEqual({ added: 1, count: 3 })
    expect(await add(1)).toEqual({ added: 0, count: 3 })
    expect(await add(4)).toEqual({ added: 1, count: 4 })
  })

  test('concurrent additions each use their own limit and time', async () => {
    const later = { now: UNTIL, until: UNTIL + 60_000 }
    const results = [add(1), add(1), add(3), add(3), add(3), add(1, later), add(2, later), add(2, later)]
    expect((await Promise.all(results)).map(({ added, count }) => [added, count])).toEqual([
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

  test('subtract takes one at a time, and never below zero', async () => {
    await subtract()
    await add(2)
    await add(2)
    await subtract()
    expect(await add(2)).toEqual({ added: 1, count: 2 })
    for (let i = 0; i < 5; i += 1) await subtract()
    expect(await add(2)).toEqual({ added: 1, count: 1 })
  })

  test('concurrent subtractions of several keys are all counted', async () => {
    const keys = ['a', 'b', 'c']
    for (const key of keys) for (let i = 0; i < 100; i += 1) await add(1_000, { key })
    await Promise.all(Array.from({ length: 90 }, (_, i) => subtract(keys[i % 2])))
    expect(await Promise.all(keys.map((key) => countOf(key)))).toEqual([55, 55, 100])
  })

  test('a count starts again when it expires, not a millisecond earlier', async () => {
    await add(1)
    expect(await add(1, { now: UNTIL - 1 })).toEqual({ added: 0, count: 1 })
    const next = { now: UNTIL, until: UNTIL + 60_000 }
    expect(await add(1, next)).toEqual({ added: 1, count: 1 })
    expect(await add(1, next)).toEqual({ added: 0, count: 1 })
    expect(await add(1, { now: UNTIL + 59_999, until: UNTIL + 90_000 })).toEqual({
      added: 0,
      count: 1,
    })
    expect(await add(1, { now: UNTIL + 60_000, until: UNTIL + 90_000 })).toEqual({
      added: 1,
      count: 1,
    })
  })

  test('a count keeps its first end, and stays when others expire', async () => {
    await add(5)
    await add(5, { until: UNTIL + 500_000 })
    expect(await add(5, { now: UNTIL, until: UNTIL + 1 })).toEqual({ added: 1, count: 1 })

    const day = 86_400_000
    await add(5, { key: 'long', until: NOW + 9 * day })
    for (let i = 1; i < 8; i += 1)
      await add(1, { key: `short ${i}`, now: NOW + i * day, until: NOW + i * day + 1 })
    expect((await add(5, { key: 'long', now: NOW + 8 * day, until: NOW + 9 * day })).count).toBe(2)
  })

  test('counts of different keys are independent', async () => {
    for (const key of keys) expect(await add(1, { key })).toEqual({ added: 1, count: 1 })
    for (const key of keys) expect(await add(1, { key })).toEqual({ added: 0, count: 1 })
    await subtract('__proto__')
    expect((await add(1, { key: '__proto__' })).added).toBe(1)
    expect((await add(1, { key: 'constructor' })).added).toBe(0)
  })

  test('20,000 concurrent additions at a limit of 1,000: exactly 1,000 are granted, each with its own count', async () => {
    const results = await Promise.all(Array.from({ length: 20_000 }, () => add(1_000)))
    expectExactly(results, 1_000)
    expect(await add(1_000)).toEqual({ added: 0, count: 1_000 })
  })

  test('20,000 additions by 50 callers on a running clock: exactly 1,000 are granted, each with its own count', async () => {
    const results: Added[] = []
    let started = 0
    const caller = async () => {
      while (started < 20_000) {
        started += 1
        results.push(await add(1_000, { now: NOW + Math.floor(started / 100) }))
      }
    }
    await Promise.all(Array.from({ length: 50 }, caller))
    expect(results).toHaveLength(20_000)
    expectExactly(results, 1_000)
    expect(results.findIndex(({ added }) => !added)).toBeGreaterThanOrEqual(1_000 - 50)
  })

  test('concurrent additions of 200 keys are granted exactly up to the limit of each', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `key ${i}`)
    const limitOf = (i: number) => i % 25
    const results = await Promise.all(
      Array.from({ length: 30 }, () => keys.map((key, i) => add(limitOf(i), { key }))).flat(),
    )
    keys.forEach((_, i) => {
      const ofKey = results.filter((_, n) => n % 200 === i)
      expectExactly(ofKey, limitOf(i))
    })
  })

  test('concurrent additions and subtractions add up', async () => {
    await Promise.all(Array.from({ length: 1_000 }, () => add(5_000)))
    const both = Array.from({ length: 1_000 }, (_, i) => (i % 2 ? add(5_000) : subtract()))
    await Promise.all(both)
    expect(await add(5_000)).toEqual({ added: 1, count: 1_001 })
  })
}

/**
 * Expects that exactly `limit` were granted, each with its own count, and the rest refused with the limit.
 */
function expectExactly(results: readonly Added[], limit: number): void {
  const numbers = results.filter(({ added }) => added).map(({ count }) => count)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, i) => i + 1))
  expect(results.filter(({ added, count }) => !added && count !== limit)).toEqual([])
}
