import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/**
 * Holds all timers of this process for the rest of the test, those of `node:timers/promises` included, until
 * they are advanced.
 */
export function fakeSleep() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.useRealTimers()
    syncBuiltinESMExports()
  })
  return { advance: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}
