import { MAX_UNUSABLE_SHARE } from '#upstreams/parse/rows'

/** What this process knows of the rows that could not be used, by feed and parameters. Shares are 0 to 1. */
export class UnusableRows {
  /** Of the bodies that were received last, where there were any. */
  readonly #received = new Map<string, number>()
  /** Of the bodies that are served. */
  readonly #accepted = new Map<string, number>()

  /** Records a body; returns whether it has unusable rows and the one before had none. */
  isNews(key: string, share: number): boolean {
    const isNews = share > 0 && !this.#received.has(key)
    keep(this.#received, key, share)
    return isNews
  }

  /**
   * Returns whether a body may be served: not if more than 2 % of its rows are unusable, a copy with a smaller
   * share is held, and that is still valid.
   *
   * @param isCopyHeld Whether a copy is held that is valid and as new.
   */
  accepts(key: string, share: number, isCopyHeld: boolean): boolean {
    const isWorse = share > MAX_UNUSABLE_SHARE && share > (this.#accepted.get(key) ?? 0)
    if (isCopyHeld && isWorse) return false
    keep(this.#accepted, key, share)
    return true
  }
}

/** Keeps shares above 0 only: there are as many keys as objects that are queried one by one. */
function keep(shares: Map<string, number>, key: string, share: number): void {
  if (share > 0) shares.set(key, share)
  else shares.delete(key)
}
