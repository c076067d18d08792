import { days } from '#kernel/kit/time'
import { acquireLoadLease, type LoadLease } from '#kernel/storage/cache/load-lease'
import type { Snapshot, SnapshotKind } from '#kernel/storage/cache/snapshot'
import type { Store } from '#kernel/storage/store'

interface StoreTierOptions {
  readonly store: Store
  readonly now: () => number
  readonly originsId: string
  readonly onError: (error: unknown) => void
}

/** Maximum of `staleIfError`, in milliseconds: how long an expired snapshot remains in the store. */
export const MAX_STALE_MS = days(7)

/**
 * Snapshots in the store, which are shared by all processes and kept across restarts, and the leases to load
 * them.
 */
export class StoreTier {
  readonly #options: StoreTierOptions

  constructor(options: StoreTierOptions) {
    this.#options = options
  }

  /**
   * Returns the stored snapshot of a key if `isWanted` accepts its `fetchedAt`.
   *
   * @throws If the store fails, or if the record is not a snapshot of this kind.
   */
  async get<T>(
    key: string,
    { stored }: SnapshotKind<T>,
    isWanted: (fetchedAt: number) => boolean,
  ): Promise<Snapshot<T> | undefined> {
    if (!stored) return undefined
    const record = await this.#options.store.get<Snapshot<unknown>>(this.#keyOf('snapshot', key))
    if (!record) return undefined
    const { value, fetchedAt, validUntil, recentUntil, isPartial } = record
    if (!(Number.isFinite(fetchedAt) && Number.isFinite(validUntil))) {
      throw new TypeError(`the stored snapshot ${key} has no times`)
    }
    if (!isWanted(fetchedAt)) return undefined
    const decoded = await stored.decode(value, fetchedAt)
    return decoded && { value: decoded, fetchedAt, validUntil, recentUntil, isPartial }
  }

  /** Stores a snapshot for as long as it may be served. Does nothing for kinds that are not stored. */
  async put<T>(key: string, { stored, ttlMs }: SnapshotKind<T>, snapshot: Snapshot<T>): Promise<void> {
    if (!stored) return
    const record = { ...snapshot, value: stored.encode(snapshot.value) }
    const validMs = Math.max(ttlMs, snapshot.validUntil - snapshot.fetchedAt)
    await this.#options.store.set(this.#keyOf('snapshot', key), record, validMs + MAX_STALE_MS)
  }

  /**
   * Acquires the right to load a key. Returns `undefined` while another process loads it. Throws if the store
   * fails.
   */
  async acquireLoadLease(key: string): Promise<LoadLease | undefined> {
    return acquireLoadLease(this.#keyOf('fill', key), this.#options)
  }

  #keyOf(prefix: string, key: string): string {
    return `${prefix}:${this.#options.originsId}:${key}`
  }
}
