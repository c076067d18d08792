import type { AtomicStore } from '@space-data/core/storage'
import { expect, test } from 'vitest'
import { NOW, UNTIL } from './values.ts'

/** `compareAndSwap`. */
export function compareAndSwapTests(atomicOf: () => AtomicStore, keys: readonly string[]): void {
  const swap = async (expected: string, value: string, { key = 's', until = UNTIL, now = NOW } = {}) =>
    atomicOf().compareAndSwap(key, expected, value, until, now)
  const get = async (now = NOW, key = 's') => atomicOf().get(key, now, UNTIL)

  test('compareAndSwap replaces the expected value, and no other', async () => {
    expect(await swap('nobody there', 'a')).toBe(false)
    expect(await get()).toBe('')
    expect(await swap('', 'a')).toBe(true)
    expect(await swap('', 'b')).toBe(false)
    expect(await swap('b', 'c')).toBe(false)
    expect(await get()).toBe('a')
    expect(await swap('a', 'b')).toBe(true)
    expect(await swap('a', 'c')).toBe(false)
    expect(await get()).toBe('b')
  })

  test('compareAndSwap replaces a value that was set, and is released by subtract', async () => {
    await atomicOf().setIfAbsent('s', 'claimed', UNTIL, NOW)
    expect(await swap('claimed', 'swapped')).toBe(true)
    expect(await atomicOf().setIfAbsent('s', 'other', UNTIL, NOW)).toBe('swapped')
    await atomicOf().subtract('s')
    expect(await swap('swapped', 'late')).toBe(false)
    expect(await swap('', 'next')).toBe(true)
    expect(await swap('next', '', { until: NOW })).toBe(true)
    expect(await swap('', 'last')).toBe(true)
  })

  test('a swapped key expires at its end, not a millisecond earlier, and its owner can extend it', async () => {
    await swap('', 'a')
    expect(await swap('', 'b', { now: UNTIL - 1 })).toBe(false)
    expect(await swap('a', 'a', { now: UNTIL - 1, until: UNTIL + 1_000 })).toBe(true)
    expect(await get(UNTIL + 999)).toBe('a')
    expect(await swap('a', 'a', { now: UNTIL + 1_000, until: UNTIL + 9_000 })).toBe(false)
    expect(await swap('', 'b', { now: UNTIL + 1_000, until: UNTIL + 9_000 })).toBe(true)
  })

  test('compareAndSwap results any key and any value', async () => {
    for (const key of keys) expect(await swap('', `to ${key}`, { key })).toBe(true)
    for (const key of keys) expect(await swap(`to ${key}`, key, { key })).toBe(true)
    for (const key of keys) expect(await get(NOW, key)).toBe(key)
  })

  test('100 concurrent compareAndSwaps from the same value, ten times: exactly one succeeds', async () => {
    for (let time = 0; time < 10; time += 1) {
      const expected = time % 2 === 0 ? '' : 'first'
      const key = `at ${time}`
      if (expected) await swap('', expected, { key })
      const won = await Promise.all(Array.from({ length: 100 }, (_, i) => swap(expected, `v${i}`, { key })))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await get(NOW, key)).toBe(`v${won.indexOf(true)}`)
    }
  })
}
