import { Circuit } from '#circuit-breaker'
import type { Context } from '#context'
import { seconds } from '#time'

/** Circuit breaker of one feed, with that of its provider, which all feeds of the provider share. */
export interface FeedCircuitBreaker {
  /** Whether the feed must not be requested now. */
  isOpen(): boolean
  /** Stops requests to the whole provider until `until`, in epoch milliseconds. */
  stopProvider(until: number): void
  failed(): void
  succeeded(): void
}

const FAILURES_BEFORE_OPEN = 3
const circuits = new WeakMap<Context, Map<string, Circuit>>()

/**
 * Returns the circuit breaker of a feed. It opens after three consecutive failures, for 30 s and then for up
 * to two minutes, and for a whole provider for as long as the provider asks.
 */
export function feedCircuitBreaker(context: Context, provider: string, id: string): FeedCircuitBreaker {
  const known = circuits.get(context) ?? new Map<string, Circuit>()
  circuits.set(context, known)
  const circuitOf = (key: string): Circuit => {
    const circuit =
      known.get(key) ?? new Circuit({ now: context.now, threshold: FAILURES_BEFORE_OPEN, pauseMs })
    known.set(key, circuit)
    return circuit
  }
  const [whole, feed] = [circuitOf(provider), circuitOf(id)]
  return {
    isOpen: () => whole.isOpen || feed.isOpen,
    stopProvider: (until) => whole.open(until),
    failed: () => void feed.failed(),
    succeeded: () => void feed.succeeded(),
  }
}

/**
 * Doubles twice, from 30 s to 2 minutes. Jittered: at fixed intervals an upstream that fails periodically
 * would be probed at the same point of its period each time.
 */
function pauseMs(failures: number): number {
  const doublings = Math.min(failures - FAILURES_BEFORE_OPEN, 2)
  return seconds(30) * 2 ** doublings * (1 + 0.25 * Math.random())
}
