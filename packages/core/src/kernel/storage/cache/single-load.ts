import { Problem } from '#kernel/kit/problem'
import { seconds } from '#kernel/kit/time'
import type { LoadLease } from '#kernel/storage/cache/load-lease'
import type { MemoryTier } from '#kernel/storage/cache/memory-tier'
import {
  type CacheResult,
  isValid,
  type Snapshot,
  type SnapshotKind,
  type WaitUntil,
} from '#kernel/storage/cache/snapshot'
import type { StoreTier } from '#kernel/storage/cache/store-tier'

interface SingleLoadOptions {
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** How long to wait for a load by another process. */
const LEASE_TIMEOUT_MS = seconds(10)
/** Mean interval of checks whether another process has finished its load. */
const POLL_MS = 50

/**
 * Coalesces loads: at most one runs per key in this process and, by a lease, among all processes on a store.
 */
export class SingleLoad {
  readonly #memory: MemoryTier
  readonly #store: StoreTier
  readonly #options: SingleLoadOptions
  readonly #inFlight = new Map<string, Promise<CacheResult<unknown>>>()

  constructor(memory: MemoryTier, store: StoreTier, options: SingleLoadOptions) {
    this.#memory = memory
    this.#store = store
    this.#options = options
  }

  /** Returns whether this process is loading a key. */
  isLoading(key: string): boolean {
    return this.#inFlight.has(key)
  }

  /** Starts the load of a key, or joins the one in progress. Rejects with a Problem. */
  load<T>(key: string, kind: SnapshotKind<T>, waitUntil: WaitUntil): Promise<CacheResult<T>> {
    const inFlight = this.#inFlight.get(key)
    if (inFlight) return inFlight as Promise<CacheResult<T>>
    const load = this.#loadUnderLease(key, kind, waitUntil).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, load)
    waitUntil(load.catch(() => {}))
    return load
  }

  /**
   * Reads a newer snapshot from the store into memory. If the store fails, the failure is reported and no
   * snapshot is returned.
   */
  async restore<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    return this.#readStore(key, kind).catch((error) => {
      this.#options.onError(error)
      return undefined
    })
  }

  /** Releases the lease after the store has the snapshot, or immediately if the load fails. */
  async #loadUnderLease<T>(
    key: string,
    kind: SnapshotKind<T>,
    waitUntil: WaitUntil,
  ): Promise<CacheResult<T>> {
    let lease: LoadLease | undefined
    let last: Snapshot<T> | undefined
    let stored: Promise<void> | undefined
    try {
      const acquired = kind.stored && (await this.#acquireLease(key, kind))
      if (acquired && 'snapshot' in acquired) return acquired
      lease = acquired
      // The previous owner may have stored a newer snapshot just before it released the lease.
      if (lease) last = await this.restore(key, kind)
      if (last && this.#isValid(last)) return { snapshot: last, outcome: 'hit' }
      last ??= this.#memory.peek<T>(key)

      const loaded = await kind.load(last)
      const { value, fetchedAt, validUntil = fetchedAt + kind.ttlMs, recentUntil, isPartial } = loaded
      const { pulledAt, isVerified, isUncacheable } = loaded
      const snapshot: Snapshot<T> = { value, fetchedAt, pulledAt, validUntil, recentUntil, isPartial }
      if (isUncacheable) return { snapshot, outcome: 'miss' }
      this.#memory.set(key, kind, snapshot, isVerified)
      if (fetchedAt !== last?.fetchedAt)
        stored = this.#store.put(key, kind, snapshot).catch(this.#options.onError)
      return { snapshot, outcome: 'miss' }
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('internal_error', { cause: error })
      if (!problem.isOwn) this.#memory.setFailure(key, kind, problem, this.#memory.peek<T>(key) ?? last)
      throw problem
    } finally {
      if (lease || stored) waitUntil(Promise.resolve(stored).then(() => lease?.release()))
    }
  }

  /**
   * Returns the lease to load, or the snapshot that another process has loaded meanwhile. Returns neither if
   * the store fails: this process then loads without a lease.
   *
   * @throws `upstream_unavailable` if the other process has not finished within 10 seconds.
   */
  async #acquireLease<T>(
    key: string,
    kind: SnapshotKind<T>,
  ): Promise<LoadLease | CacheResult<T> | undefined> {
    try {
      const restored = this.#memory.peek(key) ? undefined : await this.#readStore(key, kind)
      if (restored && this.#isValid(restored)) return { snapshot: restored, outcome: 'hit' }
      for (let waitedMs = 0; waitedMs < LEASE_TIMEOUT_MS; ) {
        const lease = await this.#store.acquireLoadLease(key)
        if (lease) return lease
        const cached = this.#memory.peek<T>(key)
        if (cached && this.#isValid(cached)) return { snapshot: cached, outcome: 'hit' }
        const delayMs = POLL_MS * (0.75 + 0.5 * Math.random())
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        waitedMs += delayMs
        const loaded = await this.#readStore(key, kind)
        if (loaded && this.#isValid(loaded)) return { snapshot: loaded, outcome: 'collapsed' }
      }
    } catch (error) {
      this.#options.onError(error)
      return undefined
    }
    throw loadTimeoutError()
  }

  /** Copies the snapshot in the store into memory and returns it, if it is newer than the one in memory. */
  async #readStore<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    const isNewer = (fetchedAt: number) => fetchedAt > (this.#memory.peek(key)?.fetchedAt ?? -Infinity)
    const snapshot = await this.#store.get(key, kind, isNewer)
    if (snapshot) this.#memory.set(key, kind, snapshot)
    return snapshot
  }

  #isValid(snapshot: Snapshot<unknown>): boolean {
    return isValid(snapshot, this.#options.now())
  }
}

/** Returns the Problem for a reader that has waited too long for a load. */
export function loadTimeoutError(): Problem {
  return new Problem('upstream_unavailable', { cause: 'slow', retryAfterSeconds: 30 })
}
