import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Patience, TooSlow } from '../../packages/core/src/store/patience.ts'

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
  const patience = new Patience(500)
  const [good, bad] = [watch(patience, later(400, 'good')), watch(patience, Promise.reject('bad'))]
  await vi.advanceTimersByTimeAsync(400)
  expect([good.end, bad.end]).toEqual(['good', 'bad'])
  expect(vi.getTimerCount()).toBe(0)
})

test('each has its whole time, whenever it began, and a tenth more at most', async () => {
  const patience = new Patience(500)
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
  const patience = new Patience(500)
  const slow = watch(patience, later(700, 'late'))
  await vi.advanceTimersByTimeAsync(300)
  const good = watch(patience, later(490, 'good'))
  await vi.advanceTimersByTimeAsync(490)
  expect(slow.end).toBeInstanceOf(TooSlow)
  expect(good.end).toBe('good')
})

test('one that somebody has waited for already has the rest of its time, and is given up before those that came later', async () => {
  const patience = new Patience(500)
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
