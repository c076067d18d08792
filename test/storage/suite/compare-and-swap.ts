import type { Counters } from '@space-data/core'
import { expect, test } from 'vitest'
import { KEYS, NOW, UNTIL } from './values.ts'

/** `compareAndSwap`. */
export function compareAndSwapTests(countersOf: () => Counters): void {
  const swap = async (expected: string, value: string, { key = 's', until = UNTIL, now = NOW } = {}) =>
    countersOf().compareAndSwap(key, expected, value, until, now)
  const owner = async (now = NOW, key = 's') => countersOf().owner(key, now, UNTIL)

  test('compareAndSwap replaces the expected owner, and no other', async () => {
    expect(await swap('nobody there', 'a')).toBe(false)
    expect(await owner()).toBe('')
    expect(await swap('', 'a')).toBe(true)
    expect(await swap('', 'b')).toBe(false)
    expect(await swap('b', 'c')).toBe(false)
    expect(await owner()).toBe('a')
    expect(await swap('a', 'b')).toBe(true)
    expect(await swap('a', 'c')).toBe(false)
    expect(await owner()).toBe('b')
  })

  test('compareAndSwap replaces an acquired owner, and is released by refund', async () => {
    await countersOf().acquire('s', 'claimed', UNTIL, NOW)
    expect(await swap('claimed', 'swapped')).toBe(true)
    expect(await countersOf().acquire('s', 'other', UNTIL, NOW)).toBe('swapped')
    await countersOf().refund('s')
    expect(await swap('swapped', 'late')).toBe(false)
    expect(await swap('', 'next')).toBe(true)
    expect(await swap('next', '', { until: NOW })).toBe(true)
    expect(await swap('', 'last')).toBe(true)
  })

  test('a swapped key expires at its end, not a millisecond earlier, and its owner can extend it', async () => {
    await swap('', 'a')
    expect(await swap('', 'b', { now: UNTIL - 1 })).toBe(false)
    expect(await swap('a', 'a', { now: UNTIL - 1, until: UNTIL + 1_000 })).toBe(true)
    expect(await owner(UNTIL + 999)).toBe('a')
    expect(await swap('a', 'a', { now: UNTIL + 1_000, until: UNTIL + 9_000 })).toBe(false)
    expect(await swap('', 'b', { now: UNTIL + 1_000, until: UNTIL + 9_000 })).toBe(true)
  })

  test('compareAndSwap results any key and any value', async () => {
    for (const key of KEYS) expect(await swap('', `to ${key}`, { key })).toBe(true)
    for (const key of KEYS) expect(await swap(`to ${key}`, key, { key })).toBe(true)
    for (const key of KEYS) expect(await owner(NOW, key)).toBe(key)
  })

  test('1,000 concurrent compareAndSwaps from the same owner: exactly one succeeds', async () => {
    for (const expected of ['', 'first']) {
      const key = `of ${expected}`
      if (expected) await swap('', expected, { key })
      const won = await Promise.all(Array.from({ length: 1_000 }, (_, i) => swap(expected, `v${i}`, { key })))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await owner(NOW, key)).toBe(`v${won.indexOf(true)}`)
    }
  })
}
