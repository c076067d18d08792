import type { NetworkNames } from '#kernel/accounts/networks/network-names'
import type { NetworkRates } from '#kernel/accounts/networks/network-rates'
import { pause } from '#kernel/kit/abort'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'

/**
 * Maximum number of concurrent computations for clients with a key, for clients without a key, and for one
 * owner of either kind.
 */
const [MAX_WITH_KEY, MAX_WITHOUT_KEY, MAX_OF_OWNER] = [4, 2, 2]
/**
 * Maximum number of waiting computations of one owner, and maximum waiting time. A client may send a dozen
 * requests at once.
 */
const [MAX_WAITING, MAX_WAIT_MS] = [64, seconds(20)]
/**
 * Time after which a computation no longer counts, in milliseconds. On Workers, a request may end without
 * notice.
 */
const ABANDONED_MS = seconds(30)
const RETRY_SECONDS = 5

interface Running {
  readonly owner: string
  /** By a monotonic clock. */
  readonly startedAt: number
}

/** Client that requests a computation. */
interface Client {
  /** Account of the key; absent without one. */
  readonly account?: string | undefined
  readonly request: { readonly ip?: (() => string | undefined) | undefined }
}

/** The computations of a process. Clients with a key and clients without a key have separate slots. */
export class Computations {
  readonly #withKey = new Places(MAX_WITH_KEY)
  readonly #withoutKey = new Places(MAX_WITHOUT_KEY)
  readonly #names: NetworkNames
  readonly #rates: NetworkRates

  constructor(names: NetworkNames, rates: NetworkRates) {
    this.#names = names
    this.#rates = rates
  }

  /**
   * Runs a computation when it is the turn of the account or, without a key, of the IPv4 /24 or IPv6 /48,
   * which is charged `units` first.
   *
   * @throws `rate_limited` if the units are used up, if too many computations wait, or if this one has waited
   *   for too long
   */
  async run<T>(client: Client, units: number, compute: () => MaybePromise<T>): Promise<T> {
    if (client.account !== undefined) return this.#withKey.run(client.account, compute)
    await this.charge(client, units)
    return this.#withoutKey.run(this.#names.localBlockIdOf(client.request.ip?.()), compute)
  }

  /**
   * Charges units for work whose extent becomes known only after it has begun.
   *
   * @throws `rate_limited`
   */
  charge({ account, request }: Client, units: number): MaybePromise<void> {
    if (account === undefined) return this.#rates.limitWork('computed', request.ip?.(), units)
  }
}

/**
 * Slots for computations. Only a few run concurrently, and at most two per owner. The others wait for a short
 * time. Owners take turns, so that an owner with many computations does not delay others.
 */
class Places {
  readonly #max: number
  readonly #running = new Set<Running>()
  /** Functions that start waiting computations, by owner. The owner served last is last. */
  readonly #waiting = new Map<string, ((running: Running) => void)[]>()

  constructor(max: number) {
    this.#max = max
  }

  /** @throws `rate_limited` */
  async run<T>(owner: string, compute: () => MaybePromise<T>): Promise<T> {
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
    return this.#running.size < this.#max && own < MAX_OF_OWNER
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
      `${MAX_OF_OWNER} long-running requests are in progress, and too many are waiting. Retry in ` +
      `${RETRY_SECONDS} s with fewer concurrent requests.`,
    retryAfterSeconds: RETRY_SECONDS,
  })
}
