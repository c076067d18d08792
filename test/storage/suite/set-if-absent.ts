import type { AtomicStore } from '@space-data/core/storage'
import { expect, test } from 'vitest'
import { NOW, UNTIL } from './values.ts'

/** `setIfAbsent` and `get`. */
export function setIfAbsentTests(atomicOf: () => AtomicStore, keys: readonly string[]): void {
  const set = async (value: string, { key = 'c', until = UNTIL, now = NOW } = {}): Promise<string> =>
    atomicOf().setIfAbsent(key, value, until, now)
  const get = async (now = NOW, key = 'c'): Promise<string> => atomicOf().get(key, now, UNTIL)

  test('get changes nothing: none at first, after a subtraction, and once the key has expired', async () => {
    expect(await get()).toBe('')
    await set('first')
    for (const now of [NOW, UNTIL - 1]) expect(await get(now)).toBe('first')
    expect(await get(UNTIL)).toBe('')
    expect(await get()).toBe('first')
    await atomicOf().subtract('c')
    expect(await get()).toBe('')
    expect(await set('second')).toBe('second')
  })

  test('setIfAbsent returns the value to everyone', async () => {
    expect(await set('first')).toBe('first')
    expect(await set('second')).toBe('first')
    expect(await set('first')).toBe('first')
    expect(await set('second', { key: 'another' })).toBe('second')
  })

  test('a key expires at its end, not a millisecond earlier, and setIfAbsent does not extend it', async () => {
    await set('first')
    expect(await set('first', { now: UNTIL - 1, until: UNTIL + 60_000 })).toBe('first')
    expect(await set('second', { now: UNTIL - 1 })).toBe('first')
    expect(await set('second', { now: UNTIL, until: UNTIL + 10 })).toBe('second')
    expect(await set('first', { now: UNTIL + 9, until: UNTIL + 99 })).toBe('second')
    expect(await set('third', { now: UNTIL + 10, until: UNTIL + 99 })).toBe('third')
  })

  test('subtract releases a key, which another can then set', async () => {
    await atomicOf().subtract('c')
    await set('first')
    await atomicOf().subtract('c')
    expect(await set('second', { until: UNTIL + 60_000 })).toBe('second')
    expect(await set('third', { now: UNTIL })).toBe('second')
  })

  test('setIfAbsent takes any key and any value', async () => {
    for (const key of keys) expect(await set(key, { key })).toBe(key)
    for (const key of keys) expect(await set('other', { key })).toBe(key)
  })

  test('of 10,000 concurrent calls, 2,000 at a time, one sets the value, and all get it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = `round ${round}`
      const values = Array.from({ length: 2_000 }, (_, i) => `value ${i}`)
      const got = await Promise.all(values.map((value) => set(value, { key })))
      expect(new Set(got).size).toBe(1)
      expect(got.filter((value, i) => value === values[i])).toHaveLength(1)
      expect(await set('late', { key })).toBe(got[0])
    }
  })
}
