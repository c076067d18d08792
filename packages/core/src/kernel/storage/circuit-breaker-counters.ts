import { type AtomicStore, routedCounters } from '#kernel/storage/atomic-store'
import { type CircuitBreakers, NO_CIRCUIT_BREAKER } from '#kernel/storage/circuit-breaker'

type CreateCounters = (breakers: CircuitBreakers) => AtomicStore

/** Functions that create coalesced counters again with circuit breakers. */
const factories = new WeakMap<AtomicStore, CreateCounters>()

/**
 * Registers counters that coalesce operations into batches. `withCircuitBreakers` then runs each batch
 * through the breakers instead of each operation. Counters derived from them (`{ ...counters, add }`) are
 * wrapped by operation.
 */
export function breakPerBatch(create: CreateCounters): AtomicStore {
  const counters = create({ reads: NO_CIRCUIT_BREAKER, writes: NO_CIRCUIT_BREAKER })
  factories.set(counters, create)
  return counters
}

/** Returns counters whose operations go through circuit breakers. */
export function withCircuitBreakers(counters: AtomicStore, breakers: CircuitBreakers): AtomicStore {
  const create = factories.get(counters)
  if (create) return create(breakers)
  return routedCounters((_, access, operation) => breakers[access].run(() => operation(counters)))
}

/** Returns counters whose operations go through the circuit breakers of their key's shard. */
export function withCircuitBreakersByShard(
  counters: AtomicStore,
  shardOf: (key: string) => string | number,
  breakersOf: (shard: string | number) => CircuitBreakers,
): AtomicStore {
  const shards = new Map<string | number, AtomicStore>()
  return routedCounters((key, _, operation) => {
    const shard = shardOf(key)
    const known = shards.get(shard) ?? withCircuitBreakers(counters, breakersOf(shard))
    shards.set(shard, known)
    return operation(known)
  })
}
