import type { AtomicStore } from '#storage/atomic-store'
import { type CircuitBreakers, NO_CIRCUIT_BREAKER } from '#storage/circuit-breaker'

type CreateCounters = (breakers: CircuitBreakers) => AtomicStore

/** How to create coalesced counters again, around circuit breakers. */
const factories = new WeakMap<AtomicStore, CreateCounters>()

/**
 * Registers counters that coalesce operations into batches: `withCircuitBreakers` then runs each batch
 * through the breakers, not each operation. Counters derived from them (`{ ...counters, add }`) are
 * wrapped by operation.
 */
export function breakPerBatch(create: CreateCounters): AtomicStore {
  const counters = create({ reads: NO_CIRCUIT_BREAKER, writes: NO_CIRCUIT_BREAKER })
  factories.set(counters, create)
  return counters
}

/** Returns counters whose operations go through circuit breakers. */
export function withCircuitBreakers(counters: AtomicStore, breakers: CircuitBreakers): AtomicStore {
  return factories.get(counters)?.(breakers) ?? breakPerOperation(counters, breakers)
}

/** Returns counters whose operations go through the circuit breakers of their key's shard. */
export function withCircuitBreakersByShard(
  counters: AtomicStore,
  shardOf: (key: string) => string | number,
  breakersOf: (shard: string | number) => CircuitBreakers,
): AtomicStore {
  const shards = new Map<string | number, AtomicStore>()
  const of = (key: string) => {
    const shard = shardOf(key)
    const known = shards.get(shard)
    if (known) return known
    const created = withCircuitBreakers(counters, breakersOf(shard))
    shards.set(shard, created)
    return created
  }
  return {
    add: (key, ...rest) => of(key).add(key, ...rest),
    raise: (key, ...rest) => of(key).raise(key, ...rest),
    subtract: (key, times) => of(key).subtract(key, times),
    setIfAbsent: (key, ...rest) => of(key).setIfAbsent(key, ...rest),
    compareAndSwap: (key, ...rest) => of(key).compareAndSwap(key, ...rest),
    count: (key, now) => of(key).count(key, now),
    get: (key, ...rest) => of(key).get(key, ...rest),
  }
}

function breakPerOperation(counters: AtomicStore, { reads, writes }: CircuitBreakers): AtomicStore {
  return {
    add: (...args) => writes.run(() => counters.add(...args)),
    raise: (...args) => writes.run(() => counters.raise(...args)),
    subtract: (...args) => writes.run(() => counters.subtract(...args)),
    setIfAbsent: (...args) => writes.run(() => counters.setIfAbsent(...args)),
    compareAndSwap: (...args) => writes.run(() => counters.compareAndSwap(...args)),
    count: (key, now) => reads.run(() => counters.count(key, now)),
    get: (...args) => reads.run(() => counters.get(...args)),
  }
}
