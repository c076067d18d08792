import { minutes } from '#kernel/kit/time'
import type { Row } from '#kernel/upstreams/upstream'

/** Gaps up to this length are not filled, as instruments miss minutes every day. */
const MAX_SILENCE_MS = minutes(10)

/** Returns when the last gap of more than ten minutes in a history ended, in epoch milliseconds, if it has one. */
export function lastGapEnd(history: readonly Row[]): number | undefined {
  return history.findLast(({ at }, i) => at - (history[i - 1]?.at ?? at) > MAX_SILENCE_MS)?.at
}

/** The gaps in histories for which this process has requested another feed. */
export class FilledGaps {
  /** End of the last gap of each feed, in epoch milliseconds. */
  readonly #ends = new Map<string, number>()

  /**
   * Fills a gap of a feed, identified by its end, unless that has been done. `fill` resolves with whether it
   * succeeded.
   */
  async fillOnce(feed: string, endMs: number, fill: () => Promise<boolean>): Promise<void> {
    const before = this.#ends.get(feed)
    if (before !== undefined && endMs <= before) return
    this.#ends.set(feed, endMs)
    if (!(await fill())) this.#ends.delete(feed)
  }
}
