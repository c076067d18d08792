import { type CircuitBreakers, NO_CIRCUIT_BREAKER } from '#storage/circuit-breaker'
import type { Counters } from '#storage/counters'

type CreateCounters = (breakers: CircuitBreakers) => Counters

/** How to create coalesced counters again, around circuit breakers. */
const factories = new WeakMap<Counters, CreateCounters>()

/**
 * Registers counters that coalesce operations into batches: `withCircuitBreakers` then runs each batch
 * through the breakers, not each operation. Counters derived from them (`{ ...counters, consume }`) are
 * wrapped by operation.
 */
export function breakPerBatch(create: CreateCounters): Counters {
  const counters = create({ reads: NO_CIRCUIT_BREAKER, writes: NO_CIRCUIT_BREAKER })
  factories.set(counters, create)
  return counters
}

/** Returns counters whose operations go through circuit breakers. */
export function withCircuitBreakers(counters: Counters, breakers: CircuitBreakers): Counters {
  return factories.get(counters)?.(breakers) ?? breakPerOperation(counters, breakers)
}

/** Returns counters whose operations go through the circuit breakers of their key's shard. */
export function withCircuitBreakersByShard(
  counters: Counters,
  shardOf: (key: string) => string | number,
  breakersOf: (shard: string | number) => CircuitBreakers,
): Counters {
  const shards = new Map<string | number, Counters>()
  const of = (key: string) => {
    const shard = shardOf(key)
    const known = shards.get(shard)
    if (known) return known
    const created = withCircuitBreakers(counters, breakersOf(shard))
    shards.set(shard, created)
    return created
  }
  return {
    consume: (key, ...rest) => of(key).consume(key, ...rest),
    raise: (key, ...rest) => of(key).raise(key, ...rest),
    refund: (key, times) => of(key).refund(key, times),
    acquire: (key, ...rest) => of(key).acquire(key, ...rest),
    compareAndSwap: (key, ...rest) => of(key).compareAndSwap(key, ...rest),
    count: (key, now) => of(key).count(key, now),
    owner: (key, ...rest) => of(key).owner(key, ...rest),
  }
}

function breakPerOperation(counters: Counters, { reads, writes }: CircuitBreakers): Counters {
  return {
    consume: (...args) => writes.run(() => counters.consume(...args)),
    raise: (...args) => writes.run(() => counters.raise(...args)),
    refund: (...args) => writes.run(() => counters.refund(...args)),
    acquire: (...args) => writes.run(() => counters.acquire(...args)),
    compareAndSwap: (...args) => writes.run(() => counters.compareAndSwap(...args)),
    count: (key, now) => reads.run(() => counters.count(key, now)),
    owner: (...args) => reads.run(() => counters.owner(...args)),
  }
}
