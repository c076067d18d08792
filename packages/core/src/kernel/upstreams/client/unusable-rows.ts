import { MAX_UNUSABLE_SHARE } from '#kernel/upstreams/parse/rows'

/** Unusable rows of feeds in this process, by feed and parameters. Shares are 0 to 1. */
export class UnusableRows {
  /** Shares of the last received bodies, if above 0. */
  readonly #received = new Map<string, number>()
  /** Shares of the served bodies. */
  readonly #accepted = new Map<string, number>()

  /** Records a body. Returns whether it has unusable rows and the previous body had none. */
  isNews(key: string, share: number): boolean {
    const isNews = share > 0 && !this.#received.has(key)
    keep(this.#received, key, share)
    return isNews
  }

  /**
   * Returns whether a body may be served. It may not if more than 2 % of its rows are unusable while a valid
   * cached copy has a smaller share.
   *
   * @param isCopyHeld Whether there is a valid cached copy that is equally new.
   */
  accepts(key: string, share: number, isCopyHeld: boolean): boolean {
    const isWorse = share > MAX_UNUSABLE_SHARE && share > (this.#accepted.get(key) ?? 0)
    if (isCopyHeld && isWorse) return false
    keep(this.#accepted, key, share)
    return true
  }
}

/** Keeps only shares above 0, as there is a key for each object that is queried individually. */
function keep(shares: Map<string, number>, key: string, share: number): void {
  if (share > 0) shares.set(key, share)
  else shares.delete(key)
}
