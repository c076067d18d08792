import type { MaybePromise } from '#kernel/kit/maybe-promise'

/** Result of `add`. */
export interface Added {
  /** Number that was added to the count, from 0 to the requested number. */
  readonly added: number
  /** Count of the key after the call. */
  readonly count: number
}

/**
 * Atomic operations, which keyv does not have. Each one is indivisible and exact across processes.
 *
 * A key has either a count (`add`, `raise`) or a value (`setIfAbsent`, `compareAndSwap`), never both.
 * Instants are epoch milliseconds. A key keeps the `until` that it was created with and is absent after that
 * instant. It is also absent to a caller whose own `until` is more than ten minutes earlier, because it was
 * then created by a clock that was ahead. So all callers must use the same lifetime or end for a key, and
 * `FOREVER` for a key without an end.
 */
export interface AtomicStore {
  /** Adds `times`, by default 1, to the count of `key`. Adds less if `limit` would be exceeded. */
  add(key: string, limit: number, until: number, now: number, times?: number): MaybePromise<Added>
  /** Raises the count of `key` to `least`, a whole number above 0; never lowers it. */
  raise(key: string, least: number, until: number, now: number): MaybePromise<void>
  /** Subtracts `times`, by default 1, from the count of `key`, but not below 0, or removes its value. */
  subtract(key: string, times?: number): MaybePromise<void>
  /** Sets the value of `key` unless it has one; returns its value after the call. */
  setIfAbsent(key: string, value: string, until: number, now: number): MaybePromise<string>
  /**
   * Sets the value of `key`, until `until`, if the current value is `expected` (`''` for none). Returns
   * whether the value was set. Renews a key if both values are equal. Releases a key if `until` is in the
   * past.
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
  /** Returns the value of `key`, or `''` if there is none. `until` is the end that the caller would set. */
  get(key: string, now: number, until: number): MaybePromise<string>
}

/** Returns how many of `times` fit under the limit. */
export function grantable(times: number, limit: number, count: number): number {
  return Math.max(0, Math.min(times, limit - count))
}

/**
 * Returns counters whose operations are run by `run`. It receives the key, whether the key is read or
 * written, and the operation as a function of the counters that have the key.
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
