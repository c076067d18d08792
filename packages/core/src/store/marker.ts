import type { Problem } from '#problem'
import { unavailable } from '#store/guard'
import type { Store } from '#store/store'
import { days, seconds } from '#time'

const KEY = 'instance'
const FOREVER_MS = days(36_500)
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
  #meeting: Promise<string> | undefined
  #alarm: { readonly problem: Problem; readonly at: number } | undefined

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Reads the marker once, and leaves one in a store that has none. */
  async meet(): Promise<void> {
    if (this.#met !== undefined) return
    this.#meeting ??= this.#readOrWrite().finally(() => {
      this.#meeting = undefined
    })
    this.#met = await this.#meeting
  }

  /** Throws `store_unavailable` unless the store is the one that this process has met, looked at now and not before. */
  async verify(): Promise<void> {
    if (this.#met === undefined) return this.meet()
    const now = this.#now()
    if (this.#alarm && now >= this.#alarm.at && now < this.#alarm.at + ALARM_MS) throw this.#alarm.problem
    const found = await this.#store.get(KEY)
    if (found === this.#met) return
    const problem = unavailable(new Error(found === undefined ? EMPTIED : REPLACED))
    this.#alarm = { problem, at: now }
    throw problem
  }

  /** The claim makes all processes that come at once agree on one id; the record outlives it and is cheap to read. */
  async #readOrWrite(): Promise<string> {
    const kept = await this.#store.get<string>(KEY)
    if (kept !== undefined) return kept
    const now = this.#now()
    const id = await this.#store.counters.claim(KEY, crypto.randomUUID(), now + FOREVER_MS, now)
    await this.#store.set(KEY, id)
    return id
  }
}

const WHAT_TO_DO =
  'keys that it does not know are answered with 503 instead of 401, and keys used in the last ten minutes go on. ' +
  'Restore the store from a backup; or restart every process to accept the store as it is, which makes all keys ' +
  'that are not in it invalid.'
const EMPTIED = `The store was emptied while this process ran (the marker of the instance is gone): ${WHAT_TO_DO}`
const REPLACED = `The store was replaced while this process ran (it has another instance's marker): ${WHAT_TO_DO}`
