import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  OwnPatience,
  type Patience,
  SharedPatience,
  TooSlow,
} from '../../packages/core/src/store/patience.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How an operation ended, once it has. */
function watch(patience: Patience, operation: Promise<unknown>) {
  const seen: { end: unknown } = { end: 'waits' }
  const ended = (end: unknown) => {
    expect(seen.end, 'it is told once').toBe('waits')
    seen.end = end
  }
  patience.wait(operation, ended, ended)
  return seen
}

const later = (ms: number, value: unknown) => new Promise((resolve) => setTimeout(resolve, ms, value))
const never = () => new Promise(() => {})

test('what comes in time comes through, good or bad, and leaves no timer behind', async () => {
  const patience = new SharedPatience(500)
  const [good, bad] = [watch(patience, later(400, 'good')), watch(patience, Promise.reject('bad'))]
  await vi.advanceTimersByTimeAsync(400)
  expect([good.end, bad.end]).toEqual(['good', 'bad'])
  expect(vi.getTimerCount()).toBe(0)
})

test('each has its whole time, whenever it began, and a tenth more at most', async () => {
  const patience = new SharedPatience(500)
  const operations: { end: unknown }[] = []
  for (let i = 0; i < 12; i += 1) {
    operations.push(watch(patience, never()))
    await vi.advanceTimersByTimeAsync(37)
  }
  for (let at = 12 * 37; at <= 11 * 37 + 560; at += 1) {
    operations.forEach(({ end }, i) => {
      const waited = at - i * 37
      if (waited < 500) expect(end).toBe('waits')
      if (waited > 550) expect(end).toBeInstanceOf(TooSlow)
    })
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(vi.getTimerCount()).toBe(0)
})

test('one that is given up does not end the wait for the next', async () => {
  const patience = new SharedPatience(500)
  const slow = watch(patience, later(700, 'late'))
  await vi.advanceTimersByTimeAsync(300)
  const good = watch(patience, later(490, 'good'))
  await vi.advanceTimersByTimeAsync(490)
  expect(slow.end).toBeInstanceOf(TooSlow)
  expect(good.end).toBe('good')
})

test('one that somebody has waited for already has the rest of its time, and is given up before those that came later', async () => {
  const patience = new SharedPatience(500)
  const askedAt = performance.now()
  await vi.advanceTimersByTimeAsync(300)
  const later = watch(patience, never())
  const earlier = { end: 'waits' as unknown }
  const ended = (end: unknown) => {
    earlier.end = end
  }
  patience.wait(never(), ended, ended, askedAt)
  await vi.advanceTimersByTimeAsync(199)
  expect([earlier.end, later.end]).toEqual(['waits', 'waits'])
  await vi.advanceTimersByTimeAsync(101)
  expect([earlier.end, later.end]).toEqual([expect.any(TooSlow), 'waits'])
  await vi.advanceTimersByTimeAsync(250)
  expect(later.end).toBeInstanceOf(TooSlow)
  expect(vi.getTimerCount()).toBe(0)
})

describe('each by its own timer', () => {
  test('waits for its time and not longer, and leaves no timer behind', async () => {
    const patience = new OwnPatience(500)
    const [good, bad] = [watch(patience, later(499, 'good')), watch(patience, Promise.reject('bad'))]
    const [late, waited] = [watch(patience, later(600, 'late')), { end: 'waits' as unknown }]
    const ended = (end: unknown) => {
      waited.end = end
    }
    patience.wait(never(), ended, ended, performance.now() - 300)
    await vi.advanceTimersByTimeAsync(200)
    expect(waited.end).toBeInstanceOf(TooSlow)
    await vi.advanceTimersByTimeAsync(300)
    expect([good.end, bad.end, late.end]).toEqual(['good', 'bad', expect.any(TooSlow)])
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is given up in time also after a request has ended with all its timers', async () => {
    const patience = new OwnPatience(500)
    watch(patience, never())
    vi.clearAllTimers()
    const next = watch(patience, never())
    await vi.advanceTimersByTimeAsync(500)
    expect(next.end).toBeInstanceOf(TooSlow)
  })
})
