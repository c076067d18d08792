import type { Added, AtomicStore } from '@space-data/core/storage'
import { expect, test } from 'vitest'
import { NOW, UNTIL } from './values.ts'

/** `raise`. */
export function raiseTests(atomicOf: () => AtomicStore, keys: readonly string[]): void {
  const raise = async (least: number, { key = 'r', until = UNTIL, now = NOW } = {}): Promise<void> =>
    atomicOf().raise(key, least, until, now)
  const countOf = async (now = NOW, key = 'r'): Promise<number> => atomicOf().count(key, now)
  const add = async (limit: number, now = NOW): Promise<Added> => atomicOf().add('r', limit, UNTIL, now)

  test('raise sets the count of a key, and never lowers it', async () => {
    await raise(1_000_000)
    expect(await countOf()).toBe(1_000_000)
    await raise(999_999)
    expect(await countOf()).toBe(1_000_000)
    await raise(Number.MAX_SAFE_INTEGER - 1)
    expect(await countOf()).toBe(Number.MAX_SAFE_INTEGER - 1)
  })

  test('add counts on from a raise; a raise below the count adds nothing', async () => {
    await raise(3)
    expect(await add(5)).toEqual({ added: 1, count: 4 })
    await raise(3)
    expect(await add(5)).toEqual({ added: 1, count: 5 })
    expect(await add(5)).toEqual({ added: 0, count: 5 })
    await atomicOf().subtract('r')
    expect(await countOf()).toBe(4)
  })

  test('raise keeps the end of an existing count, and otherwise sets its own', async () => {
    await add(5)
    await raise(4, { until: UNTIL + 60_000 })
    expect(await countOf(UNTIL - 1)).toBe(4)
    expect(await countOf(UNTIL)).toBe(0)
    await raise(2, { until: UNTIL + 60_000, now: UNTIL })
    expect(await countOf(UNTIL + 59_999)).toBe(2)
    expect(await countOf(UNTIL + 60_000)).toBe(0)
  })

  test('concurrent raises of many keys each count for their own', async () => {
    const raises = keys.flatMap((key, i) => [raise(i + 1, { key }), raise(1, { key })])
    await Promise.all(raises)
    expect(await Promise.all(keys.map((key) => countOf(NOW, key)))).toEqual(keys.map((_, i) => i + 1))
  })
}
