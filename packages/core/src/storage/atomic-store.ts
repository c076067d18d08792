import type { MaybePromise } from '#kit/maybe-promise'

/** Result of `add`. */
export interface Added {
  /** How much was added to the count: from 0 to what was requested. */
  readonly added: number
  /** The count of the key after the call. */
  readonly count: number
}

/**
 * Atomic operations, which keyv lacks: each is one indivisible step of the store, exact across processes.
 *
 * A key is either a count (`add`, `raise`) or has a value (`setIfAbsent`, `compareAndSwap`), never both.
 * Instants are epoch milliseconds. A key keeps the `until` that it was created with and is absent from then
 * on. It is also absent to a caller whose own `until` is more than ten minutes earlier: it was created by a
 * clock that was ahead. So all callers must use the same lifetime or end for a key, and `FOREVER` for a key
 * without an end.
 */
export interface AtomicStore {
  /** Adds `times`, by default 1, to the count of `key`, or as much of it as `limit` allows. */
  add(key: string, limit: number, until: number, now: number, times?: number): MaybePromise<Added>
  /** Raises the count of `key` to `least`, a whole number above 0; never lowers it. */
  raise(key: string, least: number, until: number, now: number): MaybePromise<void>
  /** Subtracts `times`, by default 1, from the count of `key`, down to 0 at least, or removes its value. */
  subtract(key: string, times?: number): MaybePromise<void>
  /** Sets the value of `key` unless it has one; returns the value that it has then. */
  setIfAbsent(key: string, value: string, until: number, now: number): MaybePromise<string>
  /**
   * Sets the value of `key`, until `until`, if the current one is `expected` (`''` for none); returns whether
   * it did. Renews a key when both are equal, and releases it with an `until` in the past.
   */
  compareAndSwap(
    key: string,
    expected: string,
    value: string,
    until: number,
    now: number,
  ): MaybePromise<boolean>
  /** Returns the count of `key`. */
  count(key: string, now: number): MaybePromise<number>
  /** Returns the value of `key`, `''` for none; `until` is the end that the caller would set. */
  get(key: string, now: number, until: number): MaybePromise<string>
}

/** Returns how many of `times` a count may still grow by. */
export function grantable(times: number, limit: number, count: number): number {
  return Math.max(0, Math.min(times, limit - count))
}

/**
 * Returns counters whose operations are run by `run`, which gets the key, whether it is read or written, and
 * the operation as a function of the counters that have the key.
 */
export function routedCounters(
  run: <T>(
    key: string,
    access: 'reads' | 'writes',
    operation: (counters: AtomicStore) => MaybePromise<T>,
  ) => MaybePromise<T>,
): AtomicStore {
  return {
    add: (key, ...rest) => run(key, 'writes', (counters) => counters.add(key, ...rest)),
    raise: (key, ...rest) => run(key, 'writes', (counters) => counters.raise(key, ...rest)),
    subtract: (key, times) => run(key, 'writes', (counters) => counters.subtract(key, times)),
    setIfAbsent: (key, ...rest) => run(key, 'writes', (counters) => counters.setIfAbsent(key, ...rest)),
    compareAndSwap: (key, ...rest) => run(key, 'writes', (counters) => counters.compareAndSwap(key, ...rest)),
    count: (key, now) => run(key, 'reads', (counters) => counters.count(key, now)),
    get: (key, ...rest) => run(key, 'reads', (counters) => counters.get(key, ...rest)),
  }
}
