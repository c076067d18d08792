import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { minutes, seconds } from '#kernel/kit/time'
import {
  type CacheEntry,
  FAILURE_TTL_MS,
  isFailureCached,
  MemoryTier,
} from '#kernel/storage/cache/memory-tier'
import { loadTimeoutError, SingleLoad } from '#kernel/storage/cache/single-load'
import {
  type CacheResult,
  isValid,
  type Snapshot,
  type SnapshotKind,
  type WaitUntil,
} from '#kernel/storage/cache/snapshot'
import { staleIfError } from '#kernel/storage/cache/stale-if-error'
import { StoreTier } from '#kernel/storage/cache/store-tier'
import type { Store } from '#kernel/storage/store'

interface SnapshotsOptions {
  readonly store: Store
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Keeps snapshots of different upstream origins apart in one store. */
  readonly originsId: string
  /** How long an expired snapshot may be served when the upstream fails, in milliseconds. */
  readonly staleIfErrorMs: number
  readonly onError: (error: unknown) => void
}

/** How long a read waits for a load; a slower load continues and fills the cache. */
const READ_TIMEOUT_MS = seconds(10)
/** Number of loads of other readers that a read waits for, if these loads fail only for those readers. */
const MAX_JOINED_LOADS = 5
/** How often `getFresh` reads the store for a key that nothing loads. */
const STORE_READ_INTERVAL_MS = minutes(1)

/**
 * Read-through cache of snapshots, in memory and in the store. Loads are coalesced across callers and
 * processes, and start before a snapshot expires. While the upstream fails, the last good snapshot is served.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #memory: MemoryTier
  readonly #store: StoreTier
  readonly #loads: SingleLoad
  readonly #storeReads = new Map<string, { done: Promise<unknown>; nextAt: number }>()

  constructor(options: SnapshotsOptions) {
    this.#options = options
    this.#memory = new MemoryTier(options.now)
    this.#store = new StoreTier(options)
    this.#loads = new SingleLoad(this.#memory, this.#store, options)
  }

  /**
   * Returns the snapshot in memory if it is valid and not yet due for a refresh. This is the fast path of
   * most reads.
   */
  getCached<T>(key: string, now: number): CacheResult<T> | undefined {
    const entry = this.#memory.get(key)
    if (!entry?.snapshot || now >= entry.refreshAt || !isValid(entry.snapshot, now)) return undefined
    return { snapshot: entry.snapshot as Snapshot<T>, outcome: 'hit' }
  }

  /**
   * Returns a valid snapshot, synchronously if it is in memory. Otherwise loads it, or returns a stale one if
   * the load fails.
   *
   * @throws The Problem of the load if there is nothing to serve. `upstream_unavailable` after 10 seconds.
   */
  read<T>(key: string, kind: SnapshotKind<T>, waitUntil: WaitUntil): MaybePromise<CacheResult<T>> {
    const now = this.#options.now()
    const entry = this.#memory.get(key)
    const snapshot = entry?.snapshot as Snapshot<T> | undefined
    if (entry && snapshot && isValid(snapshot, now)) {
      if (now >= entry.refreshAt && !isFailureCached(entry, now))
        this.#refreshAhead(key, kind, entry, now, waitUntil)
      return { snapshot, outcome: 'hit' }
    }
    if (entry && isFailureCached(entry, now))
      return staleIfError(kind, snapshot, entry.failure.problem, this.#options)
    return this.#waitForLoad(key, kind, waitUntil)
  }

  /** Returns a valid snapshot from memory or, at most once a minute, from the store. Never loads one. */
  async getFresh<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    const now = this.#options.now()
    const cached = this.#memory.peek<T>(key)
    if (cached && isValid(cached, now)) return cached
    let read = this.#storeReads.get(key)
    if (!read || now >= read.nextAt || now < read.nextAt - STORE_READ_INTERVAL_MS) {
      read = { done: this.#loads.restore(key, kind), nextAt: now + STORE_READ_INTERVAL_MS }
      this.#storeReads.set(key, read)
    }
    await read.done
    const restored = this.#memory.peek<T>(key)
    return restored && isValid(restored, now) ? restored : undefined
  }

  /** Returns the last good snapshot of a key from memory or the store, valid or not. Never loads it. */
  async getLast<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    return (await this.getFresh(key, kind)) ?? this.#memory.peek<T>(key)
  }

  /**
   * Loads a snapshot that is due for a refresh, and waits for it. This keeps a key fresh without readers. A
   * snapshot is not due if `isCurrent` accepts its `fetchedAt`.
   *
   * @returns Whether it was loaded.
   * @throws The Problem of the load.
   */
  async refresh<T>(
    key: string,
    kind: SnapshotKind<T>,
    waitUntil: WaitUntil,
    isCurrent: (fetchedAt: number) => boolean = () => false,
  ): Promise<boolean> {
    if (!this.#memory.peek(key)) await this.#loads.restore(key, kind)
    const now = this.#options.now()
    const entry = this.#memory.get(key)
    const snapshot = entry?.snapshot
    if (entry && isFailureCached(entry, now)) return false
    if (entry && snapshot && isValid(snapshot, now) && now < entry.refreshAt) return false
    if (snapshot && isCurrent(snapshot.fetchedAt)) return false
    await this.#loads.load(key, kind, waitUntil)
    return true
  }

  /** Returns the last good snapshot in memory, valid or not. */
  peek<T>(key: string): Snapshot<T> | undefined {
    return this.#memory.peek<T>(key)
  }

  /** Stores a value that was fetched by other means. Resolves after the store has it. */
  async put<T>(key: string, kind: SnapshotKind<T>, value: T, fetchedAt: number): Promise<void> {
    const snapshot = { value, fetchedAt, validUntil: fetchedAt + kind.ttlMs }
    this.#memory.set(key, kind, snapshot)
    await this.#store.put(key, kind, snapshot)
  }

  async #waitForLoad<T>(
    key: string,
    kind: SnapshotKind<T>,
    waitUntil: WaitUntil,
    attempt = 1,
  ): Promise<CacheResult<T>> {
    const isJoined = this.#loads.isLoading(key)
    try {
      const result = await withReadTimeout(this.#loads.load(key, kind, waitUntil))
      return isJoined && result.outcome === 'miss' ? { ...result, outcome: 'collapsed' } : result
    } catch (error) {
      if (isJoined && error instanceof Problem && error.isOwn) {
        // The failure may be caused by the quota of another account, for example. So this read loads for
        // itself.
        if (attempt < MAX_JOINED_LOADS) return await this.#waitForLoad(key, kind, waitUntil, attempt + 1)
        throw loadTimeoutError()
      }
      return staleIfError(kind, this.#memory.peek<T>(key), error, this.#options)
    }
  }

  #refreshAhead<T>(
    key: string,
    kind: SnapshotKind<T>,
    entry: CacheEntry,
    now: number,
    waitUntil: WaitUntil,
  ): void {
    entry.refreshAt = now + FAILURE_TTL_MS
    this.#loads.load(key, kind, waitUntil).catch((problem: Problem) => {
      // No reader receives this failure. An unreachable upstream (503) is reported elsewhere, when it is
      // requested.
      if (problem.status === 500 || problem.status === 502) this.#options.onError(problem)
    })
  }
}

async function withReadTimeout<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(loadTimeoutError()), READ_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load, timeout])
  } finally {
    clearTimeout(timer)
  }
}
