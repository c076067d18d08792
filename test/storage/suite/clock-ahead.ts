import type { AtomicStore } from '@space-data/core/storage'
import { expect, test } from 'vitest'
import { NOW } from './values.ts'

/** What a process wrote whose clock was ahead. Instants are milliseconds after `NOW`. */
export function clockAheadTests(atomicOf: () => AtomicStore): void {
  const SPAN = 60_000
  const add = async (at: number) => atomicOf().add('t', 3, NOW + at + SPAN, NOW + at)
  const set = async (value: string, at: number) =>
    atomicOf().setIfAbsent('c', value, NOW + at + SPAN, NOW + at)
  const swap = async (expected: string, value: string, at: number, span = SPAN) =>
    atomicOf().compareAndSwap('c', expected, value, NOW + at + span, NOW + at)
  const get = async (at: number) => atomicOf().get('c', NOW + at, NOW + at + SPAN)

  test.each([1, 400])(
    'what a clock %d days ahead has written is absent once the clock is right',
    async (days) => {
      const ahead = days * 86_400_000
      for (let i = 0; i < 3; i += 1) await add(ahead)
      await atomicOf().raise('r', 1_000, NOW + ahead + SPAN, NOW + ahead)
      await set('ahead', ahead)
      expect(await get(ahead)).toBe('ahead')

      expect(await add(0)).toEqual({ added: 1, count: 1 })
      await atomicOf().raise('r', 5, NOW + SPAN, NOW)
      expect(await atomicOf().count('r', NOW)).toBe(5)
      expect(await get(0)).toBe('')
      expect(await set('right', 0)).toBe('right')
      expect(await get(0)).toBe('right')
      expect(await get(SPAN)).toBe('')
    },
  )

  test('what a clock ahead has acquired can be replaced by anyone, and extended or released by its owner', async () => {
    const ahead = 86_400_000
    await set('ahead', ahead)
    expect(await swap('somebody', 'else', 0)).toBe(false)
    expect(await swap('', 'right', 0)).toBe(true)
    expect(await swap('ahead', 'ahead', 0)).toBe(false)

    expect(await swap('', 'ahead', ahead)).toBe(true)
    expect(await swap('ahead', 'ahead', 0)).toBe(true)
    expect(await get(0)).toBe('ahead')
    await swap('ahead', 'ahead', ahead)
    expect(await swap('ahead', '', 0, -NOW)).toBe(true)
    expect(await set('next', 0)).toBe('next')
  })

  test('a key whose clock was ten minutes ahead is live: clocks may differ by that much', async () => {
    await set('ahead', 600_000)
    await add(600_000)
    expect(await set('behind', 0)).toBe('ahead')
    expect(await swap('', 'behind', 0)).toBe(false)
    expect(await add(0)).toEqual({ added: 1, count: 2 })
    expect(await get(-1)).toBe('')
    expect(await set('behind', -1)).toBe('behind')
  })

  test('a key without an end is live whatever the clock says', async () => {
    const FOREVER = Date.UTC(9999, 11, 31)
    await atomicOf().setIfAbsent('c', 'ahead', FOREVER, NOW + 400 * 86_400_000)
    expect(await atomicOf().setIfAbsent('c', 'right', FOREVER, NOW)).toBe('ahead')
    expect(await atomicOf().get('c', NOW, FOREVER)).toBe('ahead')
  })
}
