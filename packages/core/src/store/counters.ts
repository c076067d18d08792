import type { Soon } from '#soon'

/** The answer to a take: whether it was granted, and how many are taken now. */
export interface Take {
  readonly granted: boolean
  readonly used: number
}

/**
 * The atomic seam that keyv lacks: every operation is one indivisible step of the store, exact across processes.
 * Instants are epoch milliseconds. A record lives until its `until`, which it keeps; it counts as absent afterwards, and
 * also while that is more than `APART_MS` later than the `until` of who asks: a clock made it that was ahead and has been
 * set right since. So whoever asks for a key gives it the same span, or the same end, and what has no end `FOREVER`.
 * A key serves either takes or a claim, never both.
 */
export interface Counters {
  /** Takes one of `limit` if any is left; never passes the limit. */
  take(key: string, limit: number, until: number, now: number): Soon<Take>
  /** Counts `key` as taken at least `least` times: a whole number above zero, whatever the limit of later takes. */
  raise(key: string, least: number, until: number, now: number): Soon<void>
  /** Undoes one take or the claim of `key`; never goes below zero. */
  giveBack(key: string): Soon<void>
  /** Holds `key` with `value` unless another value holds it, and gives the value that holds it now. */
  claim(key: string, value: string, until: number, now: number): Soon<string>
  /**
   * Gives `key` to `value` until `until` if `expected` holds it now, `''` meaning nobody, and says whether it did. Who holds
   * it can prolong it, or let go of it by an `until` that has passed, however far ahead its end is.
   */
  swap(key: string, expected: string, value: string, until: number, now: number): Soon<boolean>
  /** How many are taken of `key` now; changes nothing. */
  used(key: string, now: number): Soon<number>
  /** The value that holds `key` now, `''` for none, to one who would hold it until `until`; changes nothing. */
  holder(key: string, now: number, until: number): Soon<string>
}
