/** A slot for a response that stays open. */
export interface OpenPlace {
  /**
   * Renews the slot for all processes on the store. It must be called regularly while the response is open.
   */
  renew(): Promise<void>
  /** Frees the slot immediately. Never throws. */
  release(): void
  /** Runs work serially across the responses of this process. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}
