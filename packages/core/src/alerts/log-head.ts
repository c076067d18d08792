import type { Context } from '#kit/context'
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
class LogHead {
  readonly #context: Context
  #seq = 0
  #readAt = Number.NEGATIVE_INFINITY

  constructor(context: Context) {
    this.#context = context
  }

  /** Returns the `seq` of the newest alert, as read less than about a second ago. */
  async seq(): Promise<number> {
    const now = performance.now()
    if (now - this.#readAt < POLL_MS) return this.#seq
    this.#readAt = now
    try {
      const seq = await this.#context.alertLog.head()
      // Caches the new alerts before the other streams read them.
      await this.#context.alertLog.readSlots(Math.max(this.#seq, seq - MAX_AHEAD) + 1, seq)
      this.#seq = seq
    } catch (error) {
      // The circuit breaker of the store reports its failures; streams wait for its return.
      if (!isStoreFailure(error)) this.#context.onError(error)
    }
    return this.#seq
  }
}

const heads = new WeakMap<Context, LogHead>()

/** Returns the head of the log of an instance. */
export function logHeadOf(context: Context): LogHead {
  const known = heads.get(context) ?? new LogHead(context)
  heads.set(context, known)
  return known
}
