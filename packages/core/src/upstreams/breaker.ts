import type { Context } from '#context'
import { seconds } from '#time'

export interface Breaker {
  /** Epoch milliseconds until which the feed must not be asked; 0 when it may be. */
  openUntil(): number
  /** Stops asking the whole provider. */
  stop(until: number): void
  failed(now: number): void
  succeeded(): void
}

interface BreakerState {
  failures: number
  openUntil: number
}

const FAILURES_BEFORE_OPEN = 3
const breakers = new WeakMap<Context, Map<string, BreakerState>>()

/** Stops asking a feed after three failures in a row, for half a minute to two, and a whole provider for as long as it asks us to. */
export function breakerOf(context: Context, provider: string, id: string): Breaker {
  const states = breakers.get(context) ?? new Map<string, BreakerState>()
  breakers.set(context, states)
  const state = (key: string): BreakerState => {
    const known = states.get(key) ?? { failures: 0, openUntil: 0 }
    states.set(key, known)
    return known
  }
  const [whole, feed] = [state(provider), state(id)]
  return {
    openUntil: () => Math.max(whole.openUntil, feed.openUntil),
    stop: (until) => {
      whole.openUntil = Math.max(whole.openUntil, until)
    },
    failed: (now) => {
      feed.failures += 1
      const doublings = Math.min(feed.failures - FAILURES_BEFORE_OPEN, 2)
      // With jitter, or an upstream that fails in a rhythm is asked in the same one, and always when it is down.
      const pauseMs = seconds(30) * 2 ** doublings * (1 + 0.25 * Math.random())
      if (doublings >= 0) feed.openUntil = now + pauseMs
    },
    succeeded: () => {
      feed.failures = 0
      feed.openUntil = 0
    },
  }
}
