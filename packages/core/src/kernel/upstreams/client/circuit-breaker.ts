import { Circuit } from '#kernel/kit/circuit-breaker'
import { seconds } from '#kernel/kit/time'

const FAILURES_BEFORE_OPEN = 3

/** The circuit breakers of all feeds. */
export class FeedCircuits {
  readonly #now: () => number
  readonly #byFeed = new Map<string, Circuit>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Returns the circuit breaker of a feed. It opens after three consecutive failures, for 30 s and then for
   * up to two minutes.
   */
  of(id: string): Circuit {
    const circuit =
      this.#byFeed.get(id) ?? new Circuit({ now: this.#now, threshold: FAILURES_BEFORE_OPEN, pauseMs })
    this.#byFeed.set(id, circuit)
    return circuit
  }
}

/**
 * Doubles twice, from 30 s to 2 minutes. The pause has jitter, as an upstream that fails periodically would
 * otherwise be probed at the same point of its period each time.
 */
function pauseMs(failures: number): number {
  const doublings = Math.min(failures - FAILURES_BEFORE_OPEN, 2)
  return seconds(30) * 2 ** doublings * (1 + 0.25 * Math.random())
}
