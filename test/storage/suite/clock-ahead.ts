import type { Counters } from '@space-data/core'
import { expect, test } from 'vitest'
import { NOW } from './values.ts'

/** What a process wrote whose clock was ahead. Instants are milliseconds after `NOW`. */
export function clockAheadTests(countersOf: () => Counters): void {
  const SPAN = 60_000
  const consume = async (at: number) => countersOf().consume('t', 3, NOW + at + SPAN, NOW + at)
  const acquire = async (value: string, at: number) =>
    countersOf().acquire('c', value, NOW + at + SPAN, NOW + at)
  const swap = async (expected: string, value: string, at: number, span = SPAN) =>
    countersOf().compareAndSwap('c', expected, value, NOW + at + span, NOW + at)
  const owner = async (at: number) => countersOf().owner('c', NOW + at, NOW + at + SPAN)

  test.each([1, 400])(
    'what a clock %d days ahead has written is absent once the clock is right',
    async (days) => {
      const ahead = days * 86_400_000
      for (let i = 0; i < 3; i += 1) await consume(ahead)
      await countersOf().raise('r', 1_000, NOW + ahead + SPAN, NOW + ahead)
      await acquire('ahead', ahead)
      expect(await owner(ahead)).toBe('ahead')

      expect(await consume(0)).toEqual({ granted: 1, count: 1 })
      await countersOf().raise('r', 5, NOW + SPAN, NOW)
      expect(await countersOf().count('r', NOW)).toBe(5)
      expect(await owner(0)).toBe('')
      expect(await acquire('right', 0)).toBe('right')
      expect(await owner(0)).toBe('right')
      expect(await owner(SPAN)).toBe('')
    },
  )

  test('what a clock ahead has acquired can be replaced by anyone, and extended or released by its owner', async () => {
    const ahead = 86_400_000
    await acquire('ahead', ahead)
    expect(await swap('somebody', 'else', 0)).toBe(false)
    expect(await swap('', 'right', 0)).toBe(true)
    expect(await swap('ahead', 'ahead', 0)).toBe(false)

    expect(await swap('', 'ahead', ahead)).toBe(true)
    expect(await swap('ahead', 'ahead', 0)).toBe(true)
    expect(await owner(0)).toBe('ahead')
    await swap('ahead', 'ahead', ahead)
    expect(await swap('ahead', '', 0, -NOW)).toBe(true)
    expect(await acquire('next', 0)).toBe('next')
  })

  test('a key whose clock was ten minutes ahead is live: clocks may differ by that much', async () => {
    await acquire('ahead', 600_000)
    await consume(600_000)
    expect(await acquire('behind', 0)).toBe('ahead')
    expect(await swap('', 'behind', 0)).toBe(false)
    expect(await consume(0)).toEqual({ granted: 1, count: 2 })
    expect(await owner(-1)).toBe('')
    expect(await acquire('behind', -1)).toBe('behind')
  })

  test('a key without an end is live whatever the clock says', async () => {
    const FOREVER = Date.UTC(9999, 11, 31)
    await countersOf().acquire('c', 'ahead', FOREVER, NOW + 400 * 86_400_000)
    expect(await countersOf().acquire('c', 'right', FOREVER, NOW)).toBe('ahead')
    expect(await countersOf().owner('c', NOW, FOREVER)).toBe('ahead')
  })
}
