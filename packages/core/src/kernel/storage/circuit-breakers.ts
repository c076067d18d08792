import type { StoreAccess } from '#kernel/kit/events'
import type { Problem } from '#kernel/kit/problem'
import { minutes } from '#kernel/kit/time'
import type { AtomicStore } from '#kernel/storage/atomic-store'
import type { StoreBackend } from '#kernel/storage/backend'
import {
  type CircuitBreaker,
  type CircuitBreakers,
  StoreCircuitBreaker,
} from '#kernel/storage/circuit-breaker'
import { withCircuitBreakers, withCircuitBreakersByShard } from '#kernel/storage/circuit-breaker-counters'
import { SharedTimer, TimerPerOperation } from '#kernel/storage/timeout'

/** Circuit breakers of a backend: one for reads and one for writes of each shard. */
export interface StoreCircuitBreakers {
  /** Returns the breakers of the shard that stores a record. */
  of(key: string): CircuitBreakers
  /** Breakers for operations that concern no single key. */
  readonly whole: CircuitBreakers
  /** Breaker for listing keys, which may take up to a minute in a large store. */
  readonly scans: CircuitBreaker
  readonly counters: AtomicStore
}

interface CircuitBreakersOptions {
  /** Called when the first circuit of an access type opens, and with `undefined` when the last one closes. */
  readonly onChange: (access: StoreAccess, failure: Problem | undefined) => void
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number
}

const SCAN_TIMEOUT_MS = minutes(1)

/** Creates the circuit breakers of a backend, and wraps its counters in them. */
export function createCircuitBreakers(
  backend: StoreBackend,
  { onChange, elapsed }: CircuitBreakersOptions,
): StoreCircuitBreakers {
  const { shardOf, atomic, timeoutMs, isolatesRequests } = backend
  const Timer = isolatesRequests ? TimerPerOperation : SharedTimer
  const open = { read: 0, write: 0 }
  const createBreaker = (access: StoreAccess, ms = timeoutMs): CircuitBreaker =>
    new StoreCircuitBreaker({
      timeout: ms === undefined ? undefined : new Timer(ms),
      elapsed,
      onChange(failure) {
        open[access] += failure ? 1 : -1
        if (open[access] === (failure ? 1 : 0)) onChange(access, failure)
      },
    })
  const createPair = (): CircuitBreakers => ({ reads: createBreaker('read'), writes: createBreaker('write') })

  const whole = createPair()
  const scans = createBreaker('read', SCAN_TIMEOUT_MS)
  if (!shardOf) return { of: () => whole, whole, scans, counters: withCircuitBreakers(atomic, whole) }
  const shards = new Map<string | number, CircuitBreakers>()
  const ofShard = (shard: string | number): CircuitBreakers => {
    const breakers = shards.get(shard) ?? createPair()
    shards.set(shard, breakers)
    return breakers
  }
  return {
    of: (key) => ofShard(shardOf(key, 'record')),
    whole,
    scans,
    counters: withCircuitBreakersByShard(atomic, (key) => shardOf(key, 'counter'), ofShard),
  }
}
