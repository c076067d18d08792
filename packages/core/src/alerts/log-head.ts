import type { AlertLog } from '#alerts/alert-log'
import { seconds } from '#kit/time'
import { isStoreFailure } from '#storage/store-failure'

/** How often the log is read for new alerts. */
const POLL_MS = seconds(1)
/** Alerts that are read ahead at most. */
const MAX_AHEAD = 100

/**
 * The head of the alert log, read once a second for all streams of a process. Each stream asks for it by a
 * timer of its own, so that on Workers no request waits for another's.
 */
export class LogHead {
  readonly #log: AlertLog
  readonly #onError: (error: unknown) => void
  #seq = 0
  #readAt = Number.NEGATIVE_INFINITY

  constructor(log: AlertLog, onError: (error: unknown) => void) {
    this.#log = log
    this.#onError = onError
  }

  /** Returns the `seq` of the newest alert, as read less than about a second ago. */
  async seq(): Promise<number> {
    const now = performance.now()
    if (now - this.#readAt < POLL_MS) return this.#seq
    this.#readAt = now
    try {
      const seq = await this.#log.head()
      // Caches the new alerts before the other streams read them.
      await this.#log.readSlots(Math.max(this.#seq, seq - MAX_AHEAD) + 1, seq)
      this.#seq = seq
    } catch (error) {
      // The circuit breaker of the store reports its failures; streams wait for its return.
      if (!isStoreFailure(error)) this.#onError(error)
    }
    return this.#seq
  }
}
