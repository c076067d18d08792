import type { Soon } from '#soon'
import type { Backend } from '#store/backend'
import type { Counters } from '#store/counters'

/** Stands before the store, so that an absent or slow one costs next to nothing. */
export interface Watch {
  /** Throws while the store is left alone. */
  check(): void
  /** Lets an operation by which somebody has waited for since `askedAt`, by `performance.now()`; throws as `check` does. */
  run<T>(operation: () => Soon<T>, askedAt?: number): Soon<T>
}

/** Lets everything by. */
export const UNWATCHED: Watch = { check() {}, run: (operation) => operation() }

/** What stands before a store that can often be read when it cannot be written. */
export interface Watches {
  readonly reads: Watch
  readonly writes: Watch
}

type Make = (watches: Watches) => Counters

/** How counters that work in batches are made behind watches of their own. */
const makers = new WeakMap<Counters, Make>()

/** Counters that work in batches: each batch is watched, unless somebody wraps them, and then each operation is. */
export function watchable(make: Make): Counters {
  const counters = make({ reads: UNWATCHED, writes: UNWATCHED })
  makers.set(counters, make)
  return counters
}

/** The same counters behind watches. */
export function watched(counters: Counters, watches: Watches): Counters {
  return makers.get(counters)?.(watches) ?? operationByOperation(counters, watches)
}

/** The same counters, each shard of which is behind watches of its own. */
export function watchedByShard(
  counters: Counters,
  shardOf: NonNullable<Backend['shardOf']>,
  watchesOf: (key: string) => Watches,
): Counters {
  const shards = new Map<string | number, Counters>()
  const of = (key: string) => {
    const shard = shardOf(key)
    const known = shards.get(shard)
    if (known) return known
    const made = watched(counters, watchesOf(key))
    shards.set(shard, made)
    return made
  }
  return {
    take: (key, ...take) => of(key).take(key, ...take),
    raise: (key, ...raise) => of(key).raise(key, ...raise),
    giveBack: (key) => of(key).giveBack(key),
    claim: (key, ...claim) => of(key).claim(key, ...claim),
    swap: (key, ...swap) => of(key).swap(key, ...swap),
    used: (key, now) => of(key).used(key, now),
    holder: (key, ...look) => of(key).holder(key, ...look),
  }
}

function operationByOperation(counters: Counters, { reads, writes }: Watches): Counters {
  return {
    take: (key, limit, until, now) => writes.run(() => counters.take(key, limit, until, now)),
    raise: (...raise) => writes.run(() => counters.raise(...raise)),
    giveBack: (key) => writes.run(() => counters.giveBack(key)),
    claim: (...claim) => writes.run(() => counters.claim(...claim)),
    swap: (...swap) => writes.run(() => counters.swap(...swap)),
    used: (key, now) => reads.run(() => counters.used(key, now)),
    holder: (...look) => reads.run(() => counters.holder(...look)),
  }
}
