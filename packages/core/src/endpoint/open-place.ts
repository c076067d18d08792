/** The place of a response that stays open among all that are open. */
export interface OpenPlace {
  /** Keeps the place among all processes on the store; to be called whenever the response goes on. */
  renew(): Promise<void>
  /** Frees the place at once; never throws. */
  release(): void
  /** Does work when no other response of this process is at it. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}
