/** An operation took too long; how it ends is nobody's concern any more. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

function tooSlow(ms: number): TooSlow {
  return new TooSlow(`the store did not answer within ${ms} ms`)
}

/**
 * One of those that wait, each linked to the next. A Set would be simpler: each time V8 lays its table out anew, the old one keeps what was
 * in it and the new one too, and as soon as one is old itself all operations since then stay until a full collection.
 */
class Waiting {
  /** How many ticks there had been when it began. */
  readonly since: number
  readonly failed: (error: TooSlow) => void
  before: Waiting = this
  after: Waiting = this

  constructor(since: number, failed: (error: TooSlow) => void) {
    this.since = since
    this.failed = failed
  }

  /** Whether nobody is linked to it. */
  get isAlone(): boolean {
    return this.after === this
  }

  /** Takes its place just before another. */
  linkBefore(next: Waiting): void {
    this.before = next.before
    this.after = next
    next.before.after = this
    next.before = this
  }

  unlink(): void {
    this.before.after = this.after
    this.after.before = this.before
    this.before = this
    this.after = this
  }
}

/** Into how many ticks the time is divided: an operation has all of them, and up to one more. */
const TICKS = 10

/** Waits for operations, each for a limited time. */
export interface Patience {
  /** Tells what comes of the operation, or a TooSlow: one of the two, once. Somebody may have waited for it since `askedAt`. */
  wait<T>(
    operation: Promise<T>,
    done: (value: T) => void,
    failed: (error: unknown) => void,
    askedAt?: number,
  ): void
}

/** Waits by a timer for each operation: on Workers a timer ends with the request that set it, and is of no use to another. */
export class OwnPatience implements Patience {
  readonly #ms: number

  constructor(ms: number) {
    this.#ms = ms
  }

  wait<T>(
    operation: Promise<T>,
    done: (value: T) => void,
    failed: (error: unknown) => void,
    askedAt = performance.now(),
  ): void {
    const leftMs = this.#ms - (performance.now() - askedAt)
    let isWaiting = true
    const ended = () => {
      clearTimeout(timer)
      const was = isWaiting
      isWaiting = false
      return was
    }
    const timer = setTimeout(() => ended() && failed(tooSlow(this.#ms)), leftMs)
    operation.then(
      (value) => {
        if (ended()) done(value)
      },
      (error) => {
        if (ended()) failed(error)
      },
    )
  }
}

/**
 * Waits for operations, for each at least `ms` and at most a tenth longer. One timer serves all that are under way, since
 * each waits as long; and as time is counted in its ticks, a process that was busy itself reads answers that have long been
 * there before it gives up on them.
 */
export class SharedPatience implements Patience {
  readonly #ms: number
  /** Behind it, in a ring, those that wait in the order in which their time is over. */
  readonly #ring = new Waiting(0, () => {})
  #ticks = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  wait<T>(
    operation: Promise<T>,
    done: (value: T) => void,
    failed: (error: unknown) => void,
    askedAt?: number,
  ): void {
    const waiting = new Waiting(this.#ticks - this.#ticksSince(askedAt), failed)
    let next = this.#ring
    while (next.before !== this.#ring && next.before.since > waiting.since) next = next.before
    waiting.linkBefore(next)
    this.#timer ??= this.#nextTick()
    operation.then(
      (value) => {
        if (this.#ended(waiting)) done(value)
      },
      (error) => {
        if (this.#ended(waiting)) failed(error)
      },
    )
  }

  #ticksSince(askedAt: number | undefined): number {
    return askedAt === undefined ? 0 : Math.floor(((performance.now() - askedAt) * TICKS) / this.#ms)
  }

  #nextTick() {
    return setTimeout(() => this.#tick(), this.#ms / TICKS)
  }

  #tick(): void {
    this.#ticks += 1
    for (let first = this.#ring.after; first !== this.#ring; first = this.#ring.after) {
      if (this.#ticks - first.since <= TICKS) break
      first.unlink()
      first.failed(tooSlow(this.#ms))
    }
    this.#timer = this.#ring.isAlone ? undefined : this.#nextTick()
  }

  /** Whether it was still waited for. */
  #ended(waiting: Waiting): boolean {
    if (waiting.isAlone) return false
    waiting.unlink()
    if (this.#ring.isAlone) {
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
    return true
  }
}
