import { statusProblems } from '#features/status/problems'
import type { Environment } from '#kernel/kit/environment'
import { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** How long a check of the store is valid, in milliseconds, so that frequent probes are no load. */
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

  /** Makes the instance not ready, because it is about to stop. */
  drain(): void {
    this.#isDraining = true
  }

  /**
   * Loads the first data once; later calls wait for the same load. The result does not matter: a failing
   * provider must not make all instances unready.
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
      throw notReady('The store does not respond.')
    }
  }
}

function notReady(message: string): Problem {
  return new Problem(statusProblems.not_ready, { message, retryAfterSeconds: 1 })
}
