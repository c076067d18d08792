import type { Soon } from '#soon'
import type { Counters } from '#store/counters'

/** Stands before the store, so that an absent or slow one costs next to nothing. */
export interface Watch {
  /** Throws while the store is left alone. */
  check(): void
  /** Lets an operation by which somebody has waited for since `askedAt`, by `performance.now()`; throws as `check` does. */
  run<T>(operation: () => Soon<T>, askedAt?: number): Soon<T>
}

const UNWATCHED: Watch = { check() {}, run: (operation) => operation() }

/** How counters that work in batches are made behind a watch of their own. */
const makers = new WeakMap<Counters, (watch: Watch) => Counters>()

/** Counters that work in batches: each batch is watched, unless somebody wraps them, and then each operation is. */
export function watchable(make: (watch: Watch) => Counters): Counters {
  const counters = make(UNWATCHED)
  makers.set(counters, make)
  return counters
}

/** The same counters behind a watch. */
export function watched(counters: Counters, watch: Watch): Counters {
  return makers.get(counters)?.(watch) ?? operationByOperation(counters, watch)
}

function operationByOperation(counters: Counters, watch: Watch): Counters {
  return {
    take: (key, limit, until, now) => watch.run(() => counters.take(key, limit, until, now)),
    giveBack: (key) => watch.run(() => counters.giveBack(key)),
    claim: (...claim) => watch.run(() => counters.claim(...claim)),
    swap: (...swap) => watch.run(() => counters.swap(...swap)),
  }
}
