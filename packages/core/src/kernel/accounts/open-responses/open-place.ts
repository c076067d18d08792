import { type AccountSlots, RENEW_EVERY_MS, type Slot } from '#kernel/accounts/open-responses/account-slots'
import type { OpenPlace } from '#kernel/endpoint/open-place'
import type { Environment } from '#kernel/kit/environment'
import type { WaitUntil } from '#kernel/storage/cache/snapshot'
import { withStoreFallback } from '#kernel/storage/store-failure'

interface PlaceOptions {
  readonly environment: Environment
  /** The slots of the account; absent if no key is needed, in which case only this process counts. */
  readonly slots: AccountSlots | undefined
  readonly waitUntil: WaitUntil
  readonly inTurn: OpenPlace['inTurn']
  /** Function called once when the slot is free, with the pending work in the store. */
  readonly onFree: (released: Promise<void>) => void
}

/** A slot that has a lease of its account, or none while the store fails. */
export class SlottedPlace implements OpenPlace {
  readonly #options: PlaceOptions
  #slot: Slot | undefined
  #renewedAt = performance.now()
  #isFree = false

  constructor(options: PlaceOptions) {
    this.#options = options
  }

  /**
   * Claims a lease. Returns `false` if other processes have all of them. While the store fails, no request is
   * rejected.
   */
  async claim(): Promise<boolean> {
    const { slots, environment } = this.#options
    if (!slots) return true
    const isRefused = await withStoreFallback(
      async () => {
        this.#keep(await slots.claim())
        return this.#slot === undefined
      },
      (failure) => {
        environment.onError(failure)
        return false
      },
    )
    return !isRefused
  }

  async renew(): Promise<void> {
    const now = performance.now()
    if (now - this.#renewedAt < RENEW_EVERY_MS) return
    this.#renewedAt = now
    const slot = this.#slot
    const isHeld = await withStoreFallback(
      async () => slot !== undefined && (await slot.renew()),
      // After the store has recovered, a renewal determines whether the lease is still valid.
      () => true,
    )
    if (isHeld) return
    this.#slot = undefined
    await this.claim()
  }

  release(): void {
    if (this.#isFree) return
    this.#isFree = true
    const { environment, waitUntil, onFree } = this.#options
    const released = this.#slot?.release() ?? Promise.resolve()
    onFree(released)
    try {
      waitUntil(released)
    } catch (error) {
      // On Workers, a request that has ended accepts no further work.
      environment.onError(error)
    }
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#options.inTurn(work)
  }

  #keep(slot: Slot | undefined): void {
    // The slot may have been released while the store was read.
    if (this.#isFree) void slot?.release()
    else this.#slot = slot
  }
}
