import type { Context } from '#context'
import { lasts, seconds } from '#time'

export interface Breaker {
  /** Whether the feed must not be asked now, in epoch milliseconds as all instants here. */
  isOpen(now: number): boolean
  /** Stops asking the whole provider. */
  stop(now: number, until: number): void
  failed(now: number): void
  succeeded(): void
}

interface BreakerState {
  failures: number
  openSince: number
  openUntil: number
}

const FAILURES_BEFORE_OPEN = 3
const breakers = new WeakMap<Context, Map<string, BreakerState>>()

/** Stops asking a feed after three failures in a row, for half a minute to two, and a whole provider for as long as it asks us to. */
export function breakerOf(context: Context, provider: string, id: string): Breaker {
  const states = breakers.get(context) ?? new Map<string, BreakerState>()
  breakers.set(context, states)
  const state = (key: string): BreakerState => {
    const known = states.get(key) ?? { failures: 0, openSince: 0, openUntil: 0 }
    states.set(key, known)
    return known
  }
  const [whole, feed] = [state(provider), state(id)]
  return {
    isOpen: (now) => isOpenAt(whole, now) || isOpenAt(feed, now),
    stop: (now, until) => {
      whole.openUntil = isOpenAt(whole, now) ? Math.max(whole.openUntil, until) : until
      whole.openSince = now
    },
    failed: (now) => {
      feed.failures += 1
      const doublings = Math.min(feed.failures - FAILURES_BEFORE_OPEN, 2)
      // With jitter, or an upstream that fails in a rhythm is asked in the same one, and always when it is down.
      const pauseMs = seconds(30) * 2 ** doublings * (1 + 0.25 * Math.random())
      if (doublings < 0) return
      feed.openSince = now
      feed.openUntil = now + pauseMs
    },
    succeeded: () => {
      feed.failures = 0
      feed.openUntil = 0
    },
  }
}

function isOpenAt({ openSince, openUntil }: BreakerState, now: number): boolean {
  return lasts(openSince, openUntil, now)
}
