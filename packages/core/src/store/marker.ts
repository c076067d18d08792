import type { Problem } from '#problem'
import { unavailable } from '#store/guard'
import type { Store } from '#store/store'
import { FOREVER, seconds } from '#time'

const KEY = 'instance'
/** How long a store that was found to be another one is not looked at again. */
const ALARM_MS = seconds(1)

/**
 * A random id that the first process leaves in a new store. Where it is gone or another one, the store was emptied or
 * replaced under a running process, and that it does not know a key means nothing.
 */
export class Marker {
  readonly #store: Store
  readonly #now: () => number
  #met: string | undefined
  #foundAt = Number.NEGATIVE_INFINITY
  #alarm: { readonly problem: Problem; readonly at: number } | undefined

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Reads the marker once, and leaves one in a store that has none. */
  async meet(): Promise<void> {
    if (this.#met !== undefined) return
    const id = await this.#readOrWrite()
    this.#met ??= id
  }

  /**
   * Throws `store_unavailable` unless the store is the one that this process has met and has dropped nothing since: looked at now, or as
   * long ago as the store says that a look holds good.
   */
  async verify(): Promise<void> {
    if (this.#met === undefined) return this.meet()
    const now = this.#now()
    if (now >= this.#foundAt && now < this.#foundAt + this.#store.sameForMs) return
    if (this.#alarm && now >= this.#alarm.at && now < this.#alarm.at + ALARM_MS) throw this.#alarm.problem
    const what = await this.#whatHappened()
    if (what === undefined) {
      this.#foundAt = now
      return
    }
    const problem = unavailable(new Error(`${what}: ${WHAT_TO_DO}`))
    this.#alarm = { problem, at: now }
    throw problem
  }

  async #whatHappened(): Promise<string | undefined> {
    const [found, losses] = await Promise.all([this.#store.get(KEY), this.#store.losses()])
    if (found === this.#met) return losses
    return found === undefined ? EMPTIED : REPLACED
  }

  /** The claim makes all processes that come at once agree on one id; the record outlives it and is cheap to read. */
  async #readOrWrite(): Promise<string> {
    const kept = await this.#store.get<string>(KEY)
    if (kept !== undefined) return kept
    const now = this.#now()
    const id = await this.#store.counters.claim(KEY, crypto.randomUUID(), FOREVER, now)
    await this.#store.set(KEY, id)
    return id
  }
}

const WHAT_TO_DO =
  'keys that it does not know are answered with 503 instead of 401, and keys used in the last ten minutes go on. ' +
  'Restore the store from a backup; or restart every process to accept the store as it is, which makes all keys ' +
  'that are not in it invalid.'
const EMPTIED = 'The store was emptied while this process ran (the marker of the instance is gone)'
const REPLACED = "The store was replaced while this process ran (it has another instance's marker)"
