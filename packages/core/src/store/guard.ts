import { Problem } from '#problem'
import type { Soon } from '#soon'
import { type Patience, TooSlow } from '#store/patience'
import type { Watch } from '#store/watch'
import { seconds } from '#time'

interface GuardOptions {
  /** An operation that takes longer has failed; without it there is no limit. */
  readonly patience: Patience | undefined
  /** Milliseconds on a clock that never goes back. */
  readonly elapsed: () => number
  /** Told of the failure after which operations fail at once, and of none when the store is back. */
  readonly onChange: (failure: Problem | undefined) => void
}

/** The store is left alone until `tryAt`, because of a failure. */
interface Open {
  readonly failure: Problem
  tryAt: number
}

const FAILURES_BEFORE_OPEN = 3
/** How long a store that seems absent is left alone before one operation tries it again. */
const OPEN_MS = seconds(1)

/**
 * Runs operations so that an absent or slow store costs next to nothing: after one that took too long, or three failures
 * in a row, all fail at once, and one a second is let through to try. Every failure is a `store_unavailable` Problem that
 * keeps its cause. What is synchronous stays so.
 */
export class Guard implements Watch {
  readonly #options: GuardOptions
  #failures = 0
  #open: Open | undefined

  constructor(options: GuardOptions) {
    this.#options = options
  }

  check(): void {
    const open = this.#open
    if (open && this.#options.elapsed() < open.tryAt) throw open.failure
  }

  run<T>(operation: () => Soon<T>, askedAt?: number): Soon<T> {
    this.check()
    const open = this.#open
    if (open) open.tryAt = this.#options.elapsed() + OPEN_MS
    try {
      const result = operation()
      if (result instanceof Promise) return this.#wait(result, open, askedAt)
      this.#succeeded(open)
      return result
    } catch (cause) {
      throw this.#failed(cause, open)
    }
  }

  #wait<T>(result: Promise<T>, open: Open | undefined, askedAt: number | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = (value: T) => {
        this.#succeeded(open)
        resolve(value)
      }
      const failed = (cause: unknown) => reject(this.#failed(cause, open))
      const { patience } = this.#options
      if (patience) patience.wait(result, done, failed, askedAt)
      else result.then(done, failed)
    })
  }

  /** What began before the last change tells nothing of the store as it is now. */
  #succeeded(open: Open | undefined): void {
    if (open !== this.#open) return
    this.#failures = 0
    if (!open) return
    this.#open = undefined
    this.#options.onChange(undefined)
  }

  #failed(cause: unknown, open: Open | undefined): Problem {
    const failure = unavailable(cause)
    if (open !== this.#open) return failure
    this.#failures += 1
    if (open || cause instanceof TooSlow || this.#failures >= FAILURES_BEFORE_OPEN) {
      this.#open = { failure, tryAt: this.#options.elapsed() + OPEN_MS }
      if (!open) this.#options.onChange(failure)
    }
    return failure
  }
}

/** A failure of the store, with what really happened for the log. */
export function unavailable(cause: unknown): Problem {
  return new Problem('store_unavailable', { cause, retryAfterSeconds: 30 })
}
