import { Circuit } from '#kit/circuit-breaker'
import type { Context } from '#kit/context'
import { seconds } from '#kit/time'

const FAILURES_BEFORE_OPEN = 3
const circuits = new WeakMap<Context, Map<string, Circuit>>()

/**
 * Returns the circuit breaker of a feed. It opens after three consecutive failures, for 30 s and then for up
 * to two minutes.
 */
export function feedCircuitBreaker(context: Context, id: string): Circuit {
  const known = circuits.get(context) ?? new Map<string, Circuit>()
  circuits.set(context, known)
  const circuit = known.get(id) ?? new Circuit({ now: context.now, threshold: FAILURES_BEFORE_OPEN, pauseMs })
  known.set(id, circuit)
  return circuit
}

/**
 * Doubles twice, from 30 s to 2 minutes. Jittered: at fixed intervals an upstream that fails periodically
 * would be probed at the same point of its period each time.
 */
function pauseMs(failures: number): number {
  const doublings = Math.min(failures - FAILURES_BEFORE_OPEN, 2)
  return seconds(30) * 2 ** doublings * (1 + 0.25 * Math.random())
}
