/** Error of an operation of the store that took longer than its timeout. Its result is ignored. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'

  constructor(ms: number) {
    super(`the store did not respond within ${ms} ms`)
  }
}

/** Limits how long operations may take. */
export interface OperationTimeout {
  /**
   * Calls `onValue` or `onError` exactly once: with the result of the operation, or with a TimeoutError.
   *
   * @param startedAt When the time started to run, by `performance.now()`. Default: now.
   */
  wait<T>(
    operation: Promise<T>,
    onValue: (value: T) => void,
    onError: (error: unknown) => void,
    startedAt?: number,
  ): void
}

/** Sets a timer for each operation. Required on Workers, where a timer ends with the request that set it. */
export class TimerPerOperation implements OperationTimeout {
  readonly #ms: number

  constructor(ms: number) {
    this.#ms = ms
  }

  wait<T>(
    operation: Promise<T>,
    onValue: (value: T) => void,
    onError: (error: unknown) => void,
    startedAt = performance.now(),
  ): void {
    let isPending = true
    const settle = () => {
      clearTimeout(timer)
      const wasPending = isPending
      isPending = false
      return wasPending
    }
    const remainingMs = this.#ms - (performance.now() - startedAt)
    const timer = setTimeout(() => settle() && onError(new TimeoutError(this.#ms)), remainingMs)
    operation.then(
      (value) => {
        if (settle()) onValue(value)
      },
      (error) => {
        if (settle()) onError(error)
      },
    )
  }
}

/**
 * Number of ticks of the shared timer in a timeout. An operation gets all of these ticks, and up to one more.
 */
const TICKS = 10

/**
 * One timer for all operations in progress. Each operation times out after at least `ms` and at most a tenth
 * more. Time is counted in ticks of the event loop. So a process that was busy reads the responses received
 * meanwhile before any operation times out.
 */
export class SharedTimer implements OperationTimeout {
  readonly #ms: number
  /** Head of a ring of pending operations, in the order in which they time out. */
  readonly #ring = new PendingOperation(0, () => {})
  #ticks = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  wait<T>(
    operation: Promise<T>,
    onValue: (value: T) => void,
    onError: (error: unknown) => void,
    startedAt?: number,
  ): void {
    const pending = new PendingOperation(this.#ticks - this.#ticksSince(startedAt), onError)
    let next = this.#ring
    while (next.previous !== this.#ring && next.previous.startTick > pending.startTick) next = next.previous
    pending.linkBefore(next)
    this.#timer ??= this.#scheduleTick()
    operation.then(
      (value) => {
        if (this.#settle(pending)) onValue(value)
      },
      (error) => {
        if (this.#settle(pending)) onError(error)
      },
    )
  }

  #ticksSince(startedAt: number | undefined): number {
    return startedAt === undefined ? 0 : Math.floor(((performance.now() - startedAt) * TICKS) / this.#ms)
  }

  #scheduleTick() {
    return setTimeout(() => this.#tick(), this.#ms / TICKS)
  }

  #tick(): void {
    this.#ticks += 1
    for (let first = this.#ring.next; first !== this.#ring; first = this.#ring.next) {
      if (this.#ticks - first.startTick <= TICKS) break
      first.unlink()
      first.onError(new TimeoutError(this.#ms))
    }
    this.#timer = this.#ring.isUnlinked ? undefined : this.#scheduleTick()
  }

  /** Removes an operation from the ring. Returns `false` if it has already timed out. */
  #settle(pending: PendingOperation): boolean {
    if (pending.isUnlinked) return false
    pending.unlink()
    if (this.#ring.isUnlinked) {
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
    return true
  }
}

/**
 * Node of a doubly linked ring. A Set would be simpler, but V8 rehashes it into new tables. After an old
 * table is in the old generation, all later operations remain in memory until a full garbage collection.
 */
class PendingOperation {
  readonly startTick: number
  readonly onError: (error: TimeoutError) => void
  previous: PendingOperation = this
  next: PendingOperation = this

  constructor(startTick: number, onError: (error: TimeoutError) => void) {
    this.startTick = startTick
    this.onError = onError
  }

  get isUnlinked(): boolean {
    return this.next === this
  }

  linkBefore(node: PendingOperation): void {
    this.previous = node.previous
    this.next = node
    node.previous.next = this
    node.previous = this
  }

  unlink(): void {
    this.previous.next = this.next
    this.next.previous = this.previous
    this.previous = this
    this.next = this
  }
}

/**
 * Rejects with a TimeoutError if a promise takes longer than `ms` milliseconds, with a tolerance of up to a
 * tenth more.
 */
export function within<T>(ms: number, operation: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    new SharedTimer(ms).wait(operation, resolve, reject)
  })
}
