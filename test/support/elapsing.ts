import { vi } from 'vitest'

/**
 * The clock that only goes forward, which a test can make go on without waiting; as it was when the test
 * leaves the block.
 */
export function elapsing(): Disposable & { pass(ms: number): void } {
  const real = performance.now.bind(performance)
  let passedMs = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs)
  return {
    pass(ms) {
      passedMs += ms
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  }
}
