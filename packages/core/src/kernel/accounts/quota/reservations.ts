import type { Environment } from '#kernel/kit/environment'
import { ignoreWaitUntil, type WaitUntil } from '#kernel/storage/cache/snapshot'

/**
 * Daily limit from which requests are reserved. Below it, each request is counted in the store when it
 * arrives.
 */
const RESERVED_FROM = 10_000

/** Maximum share of the remaining requests of a day that a process reserves. */
const MAX_SHARE = 1 / 64

const MAX_SIZE = 2 ** 16

/**
 * If a reservation is used up within this number of milliseconds, the next one has twice its size. If it
 * lasts longer, the next one has the size that would have lasted this long.
 */
const BRISK_MS = 500

/** Number of consecutive rapid requests after which the first reservation is made. */
const BRISK_BEFORE_RESERVING = 4

/** Interval at which reservations are checked for use, in milliseconds. */
const CHECK_MS = 250

/** Number of checks without use after which a reservation is returned: after 1 to 1.25 s. */
const IDLE_CHECKS = 4

/**
 * Time for which a request on Workers watches a reservation, in milliseconds. The request ends 30 s after its
 * response.
 */
const WATCHED_MS = 25_000

/**
 * Requests of an account's day that this process has counted in the store in advance. It grants them without
 * the store, and returns unused ones after a second without a request, when the limit changes, and on close.
 * So the store never counts fewer requests than were granted.
 */
export class Reservation {
  readonly #reservations: Reservations
  /** The counter of the requests. */
  readonly counter: string
  /** Counted requests that were not granted yet. */
  left = 0
  /** Number of requests to count in addition to the next one. */
  #size = 0
  #briskRequests = 0
  #isRequesting = false
  /** Time at which requests were last reserved, by `performance.now()`. */
  #requestedAt = -Infinity
  #idleChecks = 0

  constructor(counter: string, reservations: Reservations) {
    this.counter = counter
    this.#reservations = reservations
  }

  /** Takes one of the reserved requests. Returns whether there was one. */
  take(): boolean {
    if (this.left === 0) return false
    this.left -= 1
    this.#idleChecks = 0
    return true
  }

  /**
   * Returns the number of requests to count together with the next one, given the remaining number for the
   * day; `undefined` while another call is in progress. `requested` must be called with the outcome.
   */
  request(remaining: number): number | undefined {
    if (this.#isRequesting) return undefined
    this.#isRequesting = true
    const now = performance.now()
    const lastedMs = now - this.#requestedAt
    this.#requestedAt = now
    const wanted = this.#size === 0 ? this.#firstSize(lastedMs) : this.#nextSize(lastedMs)
    this.#size = Math.min(wanted, Math.floor(remaining * MAX_SHARE), MAX_SIZE)
    return this.#size
  }

  #firstSize(lastedMs: number): number {
    this.#briskRequests = lastedMs <= BRISK_MS ? this.#briskRequests + 1 : 0
    return this.#briskRequests < BRISK_BEFORE_RESERVING ? 0 : 1
  }

  #nextSize(lastedMs: number): number {
    return Math.floor(this.#size * Math.min(2, BRISK_MS / lastedMs))
  }

  /** Whether requests arrive rapidly enough to be reserved. */
  get isInUse(): boolean {
    return this.#size > 0
  }

  /**
   * Ends a call of `request` that returned a number. `granted` requests were counted in addition to the next
   * one.
   */
  requested(granted: number, waitUntil: WaitUntil): void {
    this.#isRequesting = false
    if (granted > 0 || this.isInUse) this.add(granted, waitUntil)
  }

  /** Adds requests that are counted in the store but were not granted, or were refunded. */
  add(count: number, waitUntil?: WaitUntil): void {
    this.left += count
    this.#idleChecks = 0
    this.#reservations.check(this, waitUntil)
  }

  /** Counts a check without use. Returns whether the reservation must be returned. */
  isIdle(): boolean {
    this.#idleChecks += 1
    return this.#idleChecks > IDLE_CHECKS
  }

  /** Ends the reservation. Returns the number of its requests that were not granted. */
  end(): number {
    const { left } = this
    this.left = 0
    this.#size = 0
    return left
  }
}

/** The reservations of one instance. */
export class Reservations {
  readonly #environment: Environment
  readonly #held = new Set<Reservation>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /**
   * Returns whether requests under this daily limit are reserved here; `null` is no limit. On Workers, a
   * reservation needs a request that continues after its response.
   */
  covers(limit: number | null, waitUntil: WaitUntil): boolean {
    const { keepsReservations, isolatesRequests } = this.#environment.store
    if (!keepsReservations || (isolatesRequests && waitUntil === ignoreWaitUntil)) return false
    return limit === null || limit >= RESERVED_FROM
  }

  /**
   * Returns a reservation when it is no longer used. On Workers, where timers end with their request, the
   * request with `waitUntil` watches it.
   */
  check(reservation: Reservation, waitUntil?: WaitUntil): void {
    if (!this.#environment.store.isolatesRequests) {
      this.#held.add(reservation)
      this.#startTimer()
    } else if (waitUntil && !this.#held.has(reservation)) {
      this.#held.add(reservation)
      waitUntil(this.#watch(reservation))
    }
  }

  /**
   * Returns the rest of a reservation to the store. If that fails, it remains counted: the outcome is
   * unknown, and the account must not receive additional requests.
   */
  async return(reservation: Reservation): Promise<void> {
    this.#held.delete(reservation)
    const left = reservation.end()
    if (left === 0) return
    try {
      await this.#environment.store.atomic.subtract(reservation.counter, left)
    } catch (error) {
      this.#environment.onError(error)
    }
  }

  /** Returns all reservations, before the store is closed. */
  async returnAll(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await Promise.all([...this.#held].map((reservation) => this.return(reservation)))
  }

  #startTimer(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => this.#returnIdle(), CHECK_MS)
    ;(this.#timer as { unref?(): void }).unref?.()
  }

  #returnIdle(): void {
    for (const reservation of this.#held) if (reservation.isIdle()) void this.return(reservation)
    if (this.#held.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Returns a reservation when it is no longer used, or before the request that watches it ends. */
  async #watch(reservation: Reservation): Promise<void> {
    const endsAt = performance.now() + WATCHED_MS
    do await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    while (this.#held.has(reservation) && !reservation.isIdle() && performance.now() < endsAt)
    await this.return(reservation)
  }
}
