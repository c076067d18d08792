import type { Context } from '#kit/context'
import { ignoreWaitUntil, type WaitUntil } from '#storage/cache/snapshot'

/** Daily limits from which on requests are leased; below, each is counted in the store as it arrives. */
const LEASED_FROM = 10_000

/** A process leases at most this share of what is left of a day. */
const MAX_SHARE = 1 / 64

const MAX_SIZE = 2 ** 16

/**
 * A lease that was used up within so many milliseconds is followed by one of twice its size, one that lasted
 * longer by one that would have lasted as long.
 */
const BRISK_MS = 500

/** After so many brisk requests in a row the first lease is taken. */
const BRISK_BEFORE_LEASE = 4

/** How often leases are checked for use, in milliseconds. */
const CHECK_MS = 250

/** After so many checks without use a lease is returned: after 1 to 1.25 s. */
const IDLE_CHECKS = 4

/** How long a request on Workers watches a lease, in milliseconds: it ends 30 s after its response. */
const WATCHED_MS = 25_000

/**
 * Requests of an account's day that this process has counted in the store ahead of their arrival. It spends
 * them without the store, and returns those that it does not use: after a second without a request, when the
 * limit changes, and on close. So the store never counts fewer requests than were granted.
 */
export class Lease {
  readonly #leases: Leases
  /** The counter that the requests were counted on. */
  readonly counter: string
  /** Counted requests that were not granted yet. */
  left = 0
  /** How many more than the next one to count with it. */
  #size = 0
  #briskRequests = 0
  #isAsking = false
  /** When the store was last asked, by `performance.now()`. */
  #askedAt = -Infinity
  #idleChecks = 0

  constructor(counter: string, leases: Leases) {
    this.counter = counter
    this.#leases = leases
  }

  /** Takes one of the leased requests; returns whether there was one. */
  take(): boolean {
    if (this.left === 0) return false
    this.left -= 1
    this.#idleChecks = 0
    return true
  }

  /**
   * Returns how many requests to count together with the next one, given how many are left of the day;
   * `undefined` while another request asks for more. `asked` must be called with the outcome.
   */
  ask(remaining: number): number | undefined {
    if (this.#isAsking) return undefined
    this.#isAsking = true
    const now = performance.now()
    const lastedMs = now - this.#askedAt
    this.#askedAt = now
    const wanted = this.#size === 0 ? this.#firstSize(lastedMs) : this.#nextSize(lastedMs)
    this.#size = Math.min(wanted, Math.floor(remaining * MAX_SHARE), MAX_SIZE)
    return this.#size
  }

  #firstSize(lastedMs: number): number {
    this.#briskRequests = lastedMs <= BRISK_MS ? this.#briskRequests + 1 : 0
    return this.#briskRequests < BRISK_BEFORE_LEASE ? 0 : 1
  }

  #nextSize(lastedMs: number): number {
    return Math.floor(this.#size * Math.min(2, BRISK_MS / lastedMs))
  }

  /** Whether requests arrive so briskly that they are leased. */
  get isInUse(): boolean {
    return this.#size > 0
  }

  /** Ends a call of `ask` that returned a number: so many requests were counted beyond the next one. */
  asked(granted: number, waitUntil: WaitUntil): void {
    this.#isAsking = false
    if (granted > 0 || this.isInUse) this.add(granted, waitUntil)
  }

  /** Adds requests that are counted in the store and were not granted, or were refunded. */
  add(count: number, waitUntil?: WaitUntil): void {
    this.left += count
    this.#idleChecks = 0
    this.#leases.check(this, waitUntil)
  }

  /** Counts a check without use; returns whether the lease is to be returned. */
  isIdle(): boolean {
    this.#idleChecks += 1
    return this.#idleChecks > IDLE_CHECKS
  }

  /** Ends the lease; returns how many of its requests were not granted. */
  end(): number {
    const { left } = this
    this.left = 0
    this.#size = 0
    return left
  }
}

/** The leases of one instance. */
export class Leases {
  readonly #context: Context
  readonly #held = new Set<Lease>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Whether requests under this daily limit are leased here; `null` is no limit. On Workers a lease needs a
   * request that goes on after its response.
   */
  covers(limit: number | null, waitUntil: WaitUntil): boolean {
    const { holdsLeases, isolatesRequests } = this.#context.store
    if (!holdsLeases || (isolatesRequests && waitUntil === ignoreWaitUntil)) return false
    return limit === null || limit >= LEASED_FROM
  }

  /**
   * Returns a lease when it is no longer used. On Workers, where timers end with their request, the one that
   * has `waitUntil` watches it.
   */
  check(lease: Lease, waitUntil?: WaitUntil): void {
    if (!this.#context.store.isolatesRequests) {
      this.#held.add(lease)
      this.#startTimer()
    } else if (waitUntil && !this.#held.has(lease)) {
      this.#held.add(lease)
      waitUntil(this.#watch(lease))
    }
  }

  /**
   * Returns what is left of a lease to the store. If that fails it stays counted: the outcome is not known,
   * and the account must not get one request too many.
   */
  async return(lease: Lease): Promise<void> {
    this.#held.delete(lease)
    const left = lease.end()
    if (left === 0) return
    try {
      await this.#context.store.counters.refund(lease.counter, left)
    } catch (error) {
      this.#context.onError(error)
    }
  }

  /** Returns all leases, before the store is closed. */
  async returnAll(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await Promise.all([...this.#held].map((lease) => this.return(lease)))
  }

  #startTimer(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => this.#returnIdle(), CHECK_MS)
    ;(this.#timer as { unref?(): void }).unref?.()
  }

  #returnIdle(): void {
    for (const lease of this.#held) if (lease.isIdle()) void this.return(lease)
    if (this.#held.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Returns a lease when it is no longer used, or before the request that watches it ends. */
  async #watch(lease: Lease): Promise<void> {
    const endsAt = performance.now() + WATCHED_MS
    do await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    while (this.#held.has(lease) && !lease.isIdle() && performance.now() < endsAt)
    await this.return(lease)
  }
}

const instances = new WeakMap<Context, Leases>()

/** Returns the leases of an instance. */
export function leasesOf(context: Context): Leases {
  const leases = instances.get(context) ?? new Leases(context)
  instances.set(context, leases)
  return leases
}
