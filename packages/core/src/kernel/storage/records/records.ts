import { FOREVER } from '#kernel/kit/time'
import { mapInBatches, STORE_BATCH } from '#kernel/storage/records/batches'
import { parseRecord, type RecordKind } from '#kernel/storage/records/record-kind'
import { anchored } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** Where records are stored, and the clock for their expiry. */
export interface RecordContext {
  readonly store: Store
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Records of a kind, each under an id such as a UTC day. Writing replaces the complete record. A record that
 * several processes change has a lease, or is an `AtomicRecords`.
 */
export class Records<T> {
  readonly #kind: RecordKind<T>
  readonly #store: Store
  readonly #now: () => number
  readonly #prefix: string

  /**
   * @param context Without a clock for a kind that is kept permanently.
   * @param originsId Set of origins that the records belong to. Absent for a kind that all sets share.
   */
  constructor(
    kind: RecordKind<T>,
    { store, now = Date.now }: Pick<RecordContext, 'store'> & Partial<RecordContext>,
    originsId?: string,
  ) {
    this.#kind = kind
    this.#store = store
    this.#now = now
    this.#prefix = originsId === undefined ? `${kind.name}:` : `${kind.name}:${originsId}:`
  }

  /** Returns a record, or `undefined` if there is none or it is too old. */
  async read(id: string): Promise<T | undefined> {
    if (this.#kind.until(id) <= this.#now()) return undefined
    const key = this.#prefix + id
    const stored = await this.#store.get<unknown>(key)
    if (stored === undefined || this.#kind.isTrusted) return stored as T | undefined
    return parseRecord(this.#kind, key, stored)
  }

  /** Returns the existing records for some ids, in order. */
  async list(ids: readonly string[]): Promise<T[]> {
    const found = await mapInBatches(ids, (id) => this.read(id))
    return found.filter((record) => record !== undefined)
  }

  /** Stores a record until the end of its retention. Stores nothing if it has ended. */
  async write(id: string, value: T): Promise<void> {
    const [until, now] = [this.#kind.until(id), this.#now()]
    if (until <= now) return
    const ttlMs = until === FOREVER ? undefined : until - now
    await this.#store.set(this.#prefix + id, this.#kind.encode(value), ttlMs)
  }

  /**
   * Replaces a record with the result of `change`. Writes nothing if the result is the same object or
   * `undefined`.
   */
  async update(id: string, change: (stored: T | undefined) => T | undefined): Promise<void> {
    const stored = await this.read(id)
    const changed = change(stored)
    if (changed !== undefined && changed !== stored) await this.write(id, changed)
  }

  /** Stores a record, merged into the existing one, if any. */
  async merge(id: string, added: T): Promise<void> {
    await this.update(id, (stored) => (stored === undefined ? added : this.#kind.merge(stored, added, id)))
  }

  /** Deletes a record. */
  async delete(id: string): Promise<void> {
    await this.#store.delete(this.#prefix + id)
  }

  /**
   * Returns the ids of all records, or of the records whose id starts with `start`, in ascending order. Some
   * may have expired.
   */
  async ids(start = ''): Promise<string[]> {
    const keys = await this.#store.keys(this.#prefix + start)
    const pattern = anchored(this.#kind.id)
    // Keys of another set of origins may start with the same characters.
    return keys
      .map((key) => key.slice(this.#prefix.length))
      .filter((id) => pattern.test(id))
      .sort()
  }

  /**
   * Yields all records with their ids, in ascending order. Small records are read in batches, others one by
   * one.
   */
  async *entries(): AsyncGenerator<(readonly [id: string, record: T])[]> {
    const ids = await this.ids()
    const size = this.#kind.isSmall ? STORE_BATCH : 1
    for (let i = 0; i < ids.length; i += size) {
      const found = await mapInBatches(
        ids.slice(i, i + size),
        async (id) => [id, await this.read(id)] as const,
      )
      yield found.flatMap(([id, record]) => (record === undefined ? [] : [[id, record] as const]))
    }
  }
}
