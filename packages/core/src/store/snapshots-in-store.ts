import { claimFill, type FillLease } from '#store/fill-lease'
import type { Snapshot, SnapshotKind } from '#store/snapshot'
import type { Store } from '#store/store'
import { days } from '#time'

interface SnapshotsInStoreOptions {
  readonly store: Store
  readonly now: () => number
  readonly world: string
  readonly onError: (error: unknown) => void
}

/** How long past its validity the last good snapshot stays in the store; the greatest `staleIfError`. */
export const KEPT_MS = days(7)

/** The last good snapshots, where every process and the next start find them, and the right to load the next. */
export class SnapshotsInStore {
  readonly #options: SnapshotsInStoreOptions

  constructor(options: SnapshotsInStoreOptions) {
    this.#options = options
  }

  /** The snapshot of a key if it is wanted by its `fetchedAt`; throws as the store does, and on a record that is none. */
  async get<T>(
    key: string,
    { stored }: SnapshotKind<T>,
    isWanted: (fetchedAt: number) => boolean,
  ): Promise<Snapshot<T> | undefined> {
    if (!stored) return undefined
    const record = await this.#options.store.get<Snapshot<unknown>>(this.#keyOf('snapshot', key))
    if (!record) return undefined
    const { value, fetchedAt, validUntil, goodUntil, isPartial } = record
    if (!(Number.isFinite(fetchedAt) && Number.isFinite(validUntil))) {
      throw new TypeError(`the stored snapshot ${key} has no times`)
    }
    if (!isWanted(fetchedAt)) return undefined
    return { value: stored.decode(value, fetchedAt), fetchedAt, validUntil, goodUntil, isPartial }
  }

  async put<T>(key: string, { stored, ttlMs }: SnapshotKind<T>, snapshot: Snapshot<T>): Promise<void> {
    if (!stored) return
    const record = { ...snapshot, value: stored.encode(snapshot.value) }
    const validMs = Math.max(ttlMs, snapshot.validUntil - snapshot.fetchedAt)
    await this.#options.store.set(this.#keyOf('snapshot', key), record, validMs + KEPT_MS)
  }

  /** Claims the load of a key for this process; `undefined` while another holds it. Throws as the store does. */
  async claimFill(key: string): Promise<FillLease | undefined> {
    return claimFill(this.#keyOf('fill', key), this.#options)
  }

  #keyOf(prefix: string, key: string): string {
    return `${prefix}:${this.#options.world}:${key}`
  }
}
