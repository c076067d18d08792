import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type OperationTimeout,
  SharedTimer,
  TimeoutError,
  TimerPerOperation,
} from '../../../packages/core/src/kernel/storage/timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Records how an operation ends. */
function watch(timeout: OperationTimeout, operation: Promise<unknown>) {
  const seen: { end: unknown } = { end: 'waits' }
  const ended = (end: unknown) => {
    expect(seen.end, 'it is told once').toBe('waits')
    seen.end = end
  }
  timeout.wait(operation, ended, ended)
  return seen
}

const later = (ms: number, value: unknown) => new Promise((resolve) => setTimeout(resolve, ms, value))
const never = () => new Promise(() => {})

test('SharedTimer passes on values and errors that come in time, and leaves no timer behind', async () => {
  const timeout = new SharedTimer(500)
  const [good, bad] = [watch(timeout, later(400, 'good')), watch(timeout, Promise.reject('bad'))]
  await vi.advanceTimersByTimeAsync(400)
  expect([good.end, bad.end]).toEqual(['good', 'bad'])
  expect(vi.getTimerCount()).toBe(0)
})

test('SharedTimer gives each operation its full timeout, and at most a tenth more', async () => {
  const timeout = new SharedTimer(500)
  const operations: { end: unknown }[] = []
  for (let i = 0; i < 12; i += 1) {
    operations.push(watch(timeout, never()))
    await vi.advanceTimersByTimeAsync(37)
  }
  for (let at = 12 * 37; at <= 11 * 37 + 560; at += 1) {
    operations.forEach(({ end }, i) => {
      const waited = at - i * 37
      if (waited < 500) expect(end).toBe('waits')
      if (waited > 550) expect(end).toBeInstanceOf(TimeoutError)
    })
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(vi.getTimerCount()).toBe(0)
})

test('SharedTimer keeps waiting for other operations after one has timed out', async () => {
  const timeout = new SharedTimer(500)
  const slow = watch(timeout, later(700, 'late'))
  await vi.advanceTimersByTimeAsync(300)
  const good = watch(timeout, later(490, 'good'))
  await vi.advanceTimersByTimeAsync(490)
  expect(slow.end).toBeInstanceOf(TimeoutError)
  expect(good.end).toBe('good')
})

test('SharedTimer times out an operation with an earlier startedAt before later ones', async () => {
  const timeout = new SharedTimer(500)
  const startedAt = performance.now()
  await vi.advanceTimersByTimeAsync(300)
  const later = watch(timeout, never())
  const earlier = { end: 'waits' as unknown }
  const ended = (end: unknown) => {
    earlier.end = end
  }
  timeout.wait(never(), ended, ended, startedAt)
  await vi.advanceTimersByTimeAsync(199)
  expect([earlier.end, later.end]).toEqual(['waits', 'waits'])
  await vi.advanceTimersByTimeAsync(101)
  expect([earlier.end, later.end]).toEqual([expect.any(TimeoutError), 'waits'])
  await vi.advanceTimersByTimeAsync(250)
  expect(later.end).toBeInstanceOf(TimeoutError)
  expect(vi.getTimerCount()).toBe(0)
})

describe('each by its own timer', () => {
  test('TimerPerOperation times out after its timeout, and leaves no timer behind', async () => {
    const timeout = new TimerPerOperation(500)
    const [good, bad] = [watch(timeout, later(499, 'good')), watch(timeout, Promise.reject('bad'))]
    const [late, waited] = [watch(timeout, later(600, 'late')), { end: 'waits' as unknown }]
    const ended = (end: unknown) => {
      waited.end = end
    }
    timeout.wait(never(), ended, ended, performance.now() - 300)
    await vi.advanceTimersByTimeAsync(200)
    expect(waited.end).toBeInstanceOf(TimeoutError)
    await vi.advanceTimersByTimeAsync(300)
    expect([good.end, bad.end, late.end]).toEqual(['good', 'bad', expect.any(TimeoutError)])
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('TimerPerOperation times out even after the timers of another request were dropped', async () => {
    const timeout = new TimerPerOperation(500)
    watch(timeout, never())
    vi.clearAllTimers()
    const next = watch(timeout, never())
    await vi.advanceTimersByTimeAsync(500)
    expect(next.end).toBeInstanceOf(TimeoutError)
  })
})
