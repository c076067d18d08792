import { pause } from '#kit/abort'
import { Problem } from '#kit/problem'
import { seconds } from '#kit/time'

/** Computations in progress, of one owner and of a process. */
const [MAX_OF_OWNER, MAX_OF_PROCESS] = [2, 4]
/** Computations of one owner that wait, and for how long: a client may send a dozen requests at once. */
const [MAX_WAITING, MAX_WAIT_MS] = [64, seconds(20)]
/** After how long one counts no more, in milliseconds: on Workers a request may end without a word. */
const ABANDONED_MS = seconds(30)
const RETRY_SECONDS = 5

interface Running {
  readonly owner: string
  /** By a monotonic clock. */
  readonly startedAt: number
}

/**
 * Computations of a kind, some milliseconds or more each: few at a time, and no more than two of one owner.
 * The others wait for a short time. Owners take turns, so that one that has many delays no other.
 */
export class Computations {
  readonly #running = new Set<Running>()
  /** What starts the waiting ones, by owner; the owner that was served last is last. */
  readonly #waiting = new Map<string, ((running: Running) => void)[]>()

  /**
   * Runs a computation in its turn.
   *
   * @throws `rate_limited` if too many of its owner wait, or if it has waited for too long
   */
  async run<T>(owner: string, compute: () => T | Promise<T>): Promise<T> {
    const running = this.#isFree(owner) ? this.#start(owner) : await this.#wait(owner)
    try {
      return await compute()
    } finally {
      this.#running.delete(running)
      this.#startNext()
    }
  }

  #isFree(owner: string): boolean {
    const now = performance.now()
    for (const each of this.#running) if (now - each.startedAt > ABANDONED_MS) this.#running.delete(each)
    const own = [...this.#running].filter((each) => each.owner === owner).length
    return this.#running.size < MAX_OF_PROCESS && own < MAX_OF_OWNER
  }

  #start(owner: string): Running {
    const running = { owner, startedAt: performance.now() }
    this.#running.add(running)
    return running
  }

  async #wait(owner: string): Promise<Running> {
    const queue = this.#waiting.get(owner) ?? []
    if (queue.length >= MAX_WAITING) throw tooMany()
    this.#waiting.set(owner, queue)
    const waiting = new AbortController()
    let running: Running | undefined
    const start = (started: Running) => {
      running = started
      waiting.abort()
    }
    queue.push(start)
    await pause(MAX_WAIT_MS, waiting.signal)
    if (running) return running
    queue.splice(queue.indexOf(start), 1)
    if (queue.length === 0) this.#waiting.delete(owner)
    throw tooMany()
  }

  #startNext(): void {
    for (const [owner, queue] of [...this.#waiting]) {
      if (!this.#isFree(owner)) continue
      const start = queue.shift()
      this.#waiting.delete(owner)
      if (queue.length > 0) this.#waiting.set(owner, queue)
      start?.(this.#start(owner))
    }
  }
}

function tooMany(): Problem {
  return new Problem('rate_limited', {
    message:
      `${MAX_OF_OWNER} requests that take long are in progress, and too many wait. ` +
      `Retry in ${RETRY_SECONDS} s, with fewer at a time.`,
    retryAfterSeconds: RETRY_SECONDS,
  })
}
