import type { Problem } from '#kernel/kit/problem'
import { FOREVER, seconds } from '#kernel/kit/time'
import type { Store } from '#kernel/storage/store'
import { storeUnavailable } from '#kernel/storage/store-failure'

const KEY = 'instance'
/** Time before a failed check is repeated. */
const FAILURE_TTL_MS = seconds(1)

/**
 * Detects that a store was emptied or replaced while a process is running, by a random id that the first
 * process writes into a new store. After that, a missing key record does not mean that the key is invalid.
 */
export class StoreIdentity {
  readonly #store: Store
  readonly #now: () => number
  #id: string | undefined
  #verifiedAt = Number.NEGATIVE_INFINITY
  #failure: { readonly problem: Problem; readonly at: number } | undefined

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Reads the id of the store, once. Writes one into a new store. */
  async load(): Promise<void> {
    if (this.#id !== undefined) return
    const id = await this.#readOrCreate()
    this.#id ??= id
  }

  /**
   * Checks that the store still has its id and has dropped no data. A check remains valid for the store's
   * `identityTtlMs`.
   *
   * @throws `store_unavailable` if the store was emptied or replaced, or has dropped data.
   */
  async verify(): Promise<void> {
    if (this.#id === undefined) return this.load()
    const now = this.#now()
    if (now >= this.#verifiedAt && now < this.#verifiedAt + this.#store.identityTtlMs) return
    const failure = this.#failure
    if (failure && now >= failure.at && now < failure.at + FAILURE_TTL_MS) throw failure.problem
    const damage = await this.#findDamage()
    if (damage === undefined) {
      this.#verifiedAt = now
      return
    }
    const problem = storeUnavailable(new Error(`${damage}: ${REMEDY}`))
    this.#failure = { problem, at: now }
    throw problem
  }

  async #findDamage(): Promise<string | undefined> {
    const [id, dataLoss] = await Promise.all([this.#store.get(KEY), this.#store.dataLoss()])
    if (id === this.#id) return dataLoss
    return id === undefined ? EMPTIED : REPLACED
  }

  /**
   * Processes that start at the same time agree on one id by a counter. The record outlives the counter and
   * is cheaper to read.
   */
  async #readOrCreate(): Promise<string> {
    const stored = await this.#store.get<string>(KEY)
    if (stored !== undefined) return stored
    const id = await this.#store.atomic.setIfAbsent(KEY, crypto.randomUUID(), FOREVER, this.#now())
    await this.#store.set(KEY, id)
    return id
  }
}

const REMEDY =
  'requests with unknown keys receive 503 instead of 401, and keys used in the last ten minutes remain ' +
  'valid. Restore the store from a backup, or restart every process to accept the store as it is: all keys ' +
  'that are not in it then become invalid.'
const EMPTIED = 'The store was emptied while this process was running (its instance id is gone)'
const REPLACED = 'The store was replaced while this process was running (it has another instance id)'
