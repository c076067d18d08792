import type { StoreBackend } from '@space-data/core'
import { expect, vi } from 'vitest'
import { PATIENCE_MS } from '../../support/patience.ts'
import { turns } from '../../support/turns.ts'

export const NOW = Date.now()
export const UNTIL = NOW + 86_400_000

/** Runs an operation until it does not reject, on a server that comes back. */
export const again = <T>(operation: () => T) => vi.waitFor(operation, { timeout: PATIENCE_MS, interval: 20 })

/** Waits until a condition holds, of work that goes on meanwhile. */
export const until = (holds: () => boolean | Promise<boolean>) =>
  vi.waitUntil(holds, { timeout: PATIENCE_MS, interval: 20 })

/** What the tests of a server in trouble do with the backend on it. */
export function onTrouble(backend: () => StoreBackend) {
  const take = async (key = 'k') => backend().atomic.add(key, 1_000_000, UNTIL, NOW)

  /** Starts one operation of each kind. */
  const everything = (): Promise<unknown>[] => {
    const { adapter, atomic, keys } = backend()
    return [
      async () => adapter.get('record'),
      async () => adapter.set('record', '{"value":"late"}'),
      async () => adapter.delete('kept'),
      async () => keys(''),
      async () => atomic.add('k', 10, UNTIL, NOW),
      async () => atomic.raise('raised', 10, UNTIL, NOW),
      async () => atomic.setIfAbsent('claimed', 'me', UNTIL, NOW),
      async () => atomic.compareAndSwap('swapped', '', 'me', UNTIL, NOW),
      async () => atomic.compareAndSwap('given', 'me', 'you', UNTIL, NOW),
      async () => atomic.subtract('given'),
      async () => atomic.count('k', NOW),
      async () => atomic.get('claimed', NOW, UNTIL),
    ].map((operation) => operation())
  }

  /** Also says that they end while the server is still in trouble. */
  const expectAllToReject = async () => {
    const results = await Promise.allSettled(everything())
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
  }

  /** Callers that take until they are stopped, and what has come of it so far. */
  const takers = (count: number) => {
    const tally = { granted: 0, failed: 0, longestMs: 0 }
    let goesOn = true
    const taker = async () => {
      while (goesOn) {
        const startedAt = performance.now()
        const [taken] = await Promise.allSettled([take()])
        tally.longestMs = Math.max(tally.longestMs, Math.round(performance.now() - startedAt))
        if (taken.status === 'fulfilled') tally.granted += 1
        else tally.failed += 1
        await turns(1)
      }
    }
    const working = Promise.all(Array.from({ length: count }, taker))
    const stop = async () => {
      goesOn = false
      await working
    }
    return { tally, stop }
  }

  /** Nothing that was rejected while the server stood still has been done: `take` was called once before. */
  const expectNothingLate = async () => {
    const { adapter, atomic } = backend()
    expect((await take()).count).toBe(2)
    expect(await atomic.count('raised', NOW)).toBe(0)
    expect(await atomic.setIfAbsent('claimed', 'another', UNTIL, NOW)).toBe('another')
    expect(await atomic.setIfAbsent('swapped', 'another', UNTIL, NOW)).toBe('another')
    expect(await atomic.setIfAbsent('given', 'another', UNTIL, NOW)).toBe('me')
    expect(await adapter.get('record')).toBeUndefined()
    expect(await adapter.get('kept')).toBe('{"value":1}')
  }

  const expectAllToBeClosed = async () => {
    await Promise.all([backend().close(), backend().close()])
    for (const result of await Promise.allSettled(everything())) {
      expect(result).toMatchObject({
        reason: { message: expect.stringMatching(/cannot be used: it was closed$/) },
      })
    }
  }

  return { take, everything, takers, expectAllToReject, expectNothingLate, expectAllToBeClosed }
}
