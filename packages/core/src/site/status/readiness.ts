import type { Environment } from '#kit/context'
import { Problem } from '#kit/problem'
import { seconds } from '#kit/time'
import { isStoreFailure } from '#storage/store-failure'

/** For how long a check of the store holds, in milliseconds: many probes must not become a load. */
const CHECK_TTL_MS = seconds(1)

/** Whether an instance should be sent requests. */
export class Readiness {
  readonly #environment: Environment
  #isDraining = false
  #firstData: Promise<void> | undefined
  #hasFirstData = false
  #checkedAt = -Infinity

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** From now on the instance is not ready: it is about to stop. */
  drain(): void {
    this.#isDraining = true
  }

  /**
   * Loads the first data, once: later calls wait for the same. How it ends does not matter: a provider that
   * fails must not take all instances away.
   */
  load(loadFirstData: () => Promise<unknown>): Promise<void> {
    const end = () => {
      this.#hasFirstData = true
    }
    this.#firstData ??= loadFirstData().then(end, end)
    return this.#firstData
  }

  /** Throws `not_ready` while the instance is stopping, its store fails, or the first data are not loaded. */
  async check(): Promise<void> {
    if (this.#isDraining) throw notReady('This instance is stopping.')
    await this.#checkStore()
    if (!this.#hasFirstData) throw notReady('The first data are still being loaded.')
  }

  async #checkStore(): Promise<void> {
    const { store, onError } = this.#environment
    const now = performance.now()
    if (now - this.#checkedAt < CHECK_TTL_MS) return
    try {
      await store.get('readiness')
      this.#checkedAt = now
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      onError(error)
      throw notReady('The store does not answer.')
    }
  }
}

function notReady(message: string): Problem {
  return new Problem('not_ready', { message, retryAfterSeconds: 1 })
}
