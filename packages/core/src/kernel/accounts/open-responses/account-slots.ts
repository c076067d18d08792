import { randomBase62 } from '#kernel/accounts/keys/secret'
import type { Environment } from '#kernel/kit/environment'
import { seconds } from '#kernel/kit/time'
import { acquireLease, type Lease } from '#kernel/storage/lease/lease'

/** Interval at which a slot is renewed while its response is open. */
export const RENEW_EVERY_MS = seconds(30)
/**
 * Time for which a killed process keeps the slots of its clients. A response that waits for its reader is not
 * renewed, and is closed after 30 s, so there may be a minute between two renewals.
 */
const TTL_MS = seconds(75)
/** Time for which requests are rejected without reading the store after all slots were found to be taken. */
const FULL_MS = 250

/** One of the numbered leases of an account. */
export interface Slot {
  /** Extends the lease. Returns `false` once it is lost. */
  renew(): Promise<boolean>
  /** Returns the lease. Never rejects. If the store fails, the lease stays until it expires. */
  release(): Promise<void>
}

/**
 * The numbered leases of an account, one for each open response. All processes on the store together cannot
 * have more leases than numbers.
 */
export class AccountSlots {
  readonly #name: string
  readonly #max: number
  readonly #environment: Environment
  /** Numbers that this process has or is acquiring. */
  readonly #used = new Set<number>()
  readonly #releases = new Set<Promise<void>>()
  #fullUntil = -Infinity

  /** `name` is the name of the leases in the store, without their number. */
  constructor(name: string, max: number, environment: Environment) {
    this.#name = name
    this.#max = max
    this.#environment = environment
  }

  /** Acquires a free slot; returns `undefined` if there is none. */
  async claim(): Promise<Slot | undefined> {
    // A client that closes one response and immediately opens the next must not be rejected because of the
    // first.
    if (!this.#environment.store.isolatesRequests) await Promise.all(this.#releases)
    if (performance.now() < this.#fullUntil) return undefined
    for (let number = 0; number < this.#max; number += 1) {
      const slot = this.#used.has(number) ? undefined : await this.#acquire(number)
      if (slot) return slot
    }
    this.#fullUntil = performance.now() + FULL_MS
    return undefined
  }

  async #acquire(number: number): Promise<Slot | undefined> {
    // Before the await, as a concurrent request must not try the same number.
    this.#used.add(number)
    let lease: Lease | undefined
    try {
      const value = randomBase62(22)
      lease = (await acquireLease(`${this.#name}:${number}`, { value, ttlMs: TTL_MS }, this.#environment))
        .lease
    } finally {
      if (!lease) this.#used.delete(number)
    }
    return lease && this.#slotOf(number, lease)
  }

  #slotOf(number: number, lease: Lease): Slot {
    return {
      renew: async () => {
        const isHeld = await lease.renew()
        if (!isHeld) this.#used.delete(number)
        return isHeld
      },
      release: () => {
        this.#used.delete(number)
        this.#fullUntil = -Infinity
        const released = lease.release().catch(this.#environment.onError)
        this.#releases.add(released)
        return released.finally(() => this.#releases.delete(released))
      },
    }
  }
}
