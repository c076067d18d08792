import { randomBase62 } from '#accounts/keys/secret'
import type { Environment } from '#kit/context'
import { seconds } from '#kit/time'
import { acquireLease, type Lease } from '#storage/lease/lease'

/** How often a slot is renewed while its response goes on. */
export const RENEW_EVERY_MS = seconds(30)
/**
 * How long a killed process keeps the slots of its clients. A response that waits for its reader is not
 * renewed, and is closed after 30 s: between two renewals there may be a minute.
 */
const TTL_MS = seconds(75)
/** How long it is answered without the store that others have all slots. */
const FULL_MS = 250

/** One of the numbered leases of an account. */
export interface Slot {
  /** Extends the lease; returns `false` once it is lost. */
  renew(): Promise<boolean>
  /** Gives the lease back; never rejects. A store that fails keeps it until it expires. */
  release(): Promise<void>
}

/**
 * The numbered leases that an account has for its open responses, one each: all processes on the store
 * together hold no more than there are numbers.
 */
export class AccountSlots {
  readonly #name: string
  readonly #max: number
  readonly #environment: Environment
  /** Numbers held, or being acquired, by this process. */
  readonly #used = new Set<number>()
  readonly #releases = new Set<Promise<void>>()
  #fullUntil = -Infinity

  /** `name` is that of the leases in the store, before their number. */
  constructor(name: string, max: number, environment: Environment) {
    this.#name = name
    this.#max = max
    this.#environment = environment
  }

  /** Acquires a free slot; returns `undefined` if there is none. */
  async claim(): Promise<Slot | undefined> {
    // Whoever closes one response and opens the next at once must not be refused for the first.
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
    // Before the await: a concurrent request must not try the same number.
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
