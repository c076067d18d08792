import type { Counters } from '@space-data/core'
import { expect, test } from 'vitest'
import { KEYS, NOW, UNTIL } from './values.ts'

/** `acquire` and `owner`. */
export function acquireTests(countersOf: () => Counters): void {
  const acquire = async (value: string, { key = 'c', until = UNTIL, now = NOW } = {}): Promise<string> =>
    countersOf().acquire(key, value, until, now)
  const owner = async (now = NOW, key = 'c'): Promise<string> => countersOf().owner(key, now, UNTIL)

  test('owner changes nothing: none at first, after a refund, and once the key has expired', async () => {
    expect(await owner()).toBe('')
    await acquire('first')
    for (const now of [NOW, UNTIL - 1]) expect(await owner(now)).toBe('first')
    expect(await owner(UNTIL)).toBe('')
    expect(await owner()).toBe('first')
    await countersOf().refund('c')
    expect(await owner()).toBe('')
    expect(await acquire('second')).toBe('second')
  })

  test('acquire returns the owner to everyone', async () => {
    expect(await acquire('first')).toBe('first')
    expect(await acquire('second')).toBe('first')
    expect(await acquire('first')).toBe('first')
    expect(await acquire('second', { key: 'another' })).toBe('second')
  })

  test('a key expires at its end, not a millisecond earlier, and acquire does not extend it', async () => {
    await acquire('first')
    expect(await acquire('first', { now: UNTIL - 1, until: UNTIL + 60_000 })).toBe('first')
    expect(await acquire('second', { now: UNTIL - 1 })).toBe('first')
    expect(await acquire('second', { now: UNTIL, until: UNTIL + 10 })).toBe('second')
    expect(await acquire('first', { now: UNTIL + 9, until: UNTIL + 99 })).toBe('second')
    expect(await acquire('third', { now: UNTIL + 10, until: UNTIL + 99 })).toBe('third')
  })

  test('refund releases a key, which another can then acquire', async () => {
    await countersOf().refund('c')
    await acquire('first')
    await countersOf().refund('c')
    expect(await acquire('second', { until: UNTIL + 60_000 })).toBe('second')
    expect(await acquire('third', { now: UNTIL })).toBe('second')
  })

  test('acquire results any key and any value', async () => {
    for (const key of KEYS) expect(await acquire(key, { key })).toBe(key)
    for (const key of KEYS) expect(await acquire('other', { key })).toBe(key)
  })

  test('10,000 concurrent acquires have one owner, and all get the same', async () => {
    const owners = await Promise.all(Array.from({ length: 10_000 }, (_, i) => acquire(`value ${i}`)))
    expect(new Set(owners).size).toBe(1)
    expect(owners.filter((value, i) => value === `value ${i}`)).toHaveLength(1)
    expect(await acquire('late')).toBe(owners[0])
  })
}
