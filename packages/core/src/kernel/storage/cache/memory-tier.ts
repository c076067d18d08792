import { LRUCache } from 'lru-cache'
import type { Problem } from '#kernel/kit/problem'
import { isWithin, minutes, seconds } from '#kernel/kit/time'
import type { Snapshot, SnapshotKind } from '#kernel/storage/cache/snapshot'

/** Last good snapshot of a key and failure of its last load. Instants are epoch milliseconds. */
export interface CacheEntry {
  readonly snapshot?: Snapshot<unknown>
  /** Time from which a read starts a load before the snapshot expires. */
  refreshAt: number
  readonly failure?: { readonly problem: Problem; readonly since: number; readonly until: number }
  /** Approximate size in bytes. */
  readonly size: number
}

/** Time before a failed load is repeated, in milliseconds. */
export const FAILURE_TTL_MS = seconds(5)
/**
 * Time before a load that returned stale or partial data is repeated: most providers publish at most once a
 * minute.
 */
const INCOMPLETE_TTL_MS = minutes(1)
/** Time before a load that returned 404 is repeated, by default. */
const NOT_FOUND_TTL_MS = minutes(15)

const MAX_BYTES = 128 * 1024 * 1024
/** Memory limit for snapshots with an unbounded number of keys: ten months of a series. */
const MAX_BYTES_OF_MANY = 32 * 1024 * 1024
/** Size of an entry without its value. */
const ENTRY_BYTES = 512
/** Size of an entry with a failure: a Problem, its causes and their stacks. */
const FAILURE_BYTES = 2_560

/**
 * Least recently used cache of snapshots and failures in this process. Holds at most 128 MiB, including at
 * most 32 MiB for snapshots with an unbounded number of keys.
 */
export class MemoryTier {
  readonly #now: () => number
  readonly #entries = createCache(MAX_BYTES)
  readonly #ofMany = createCache(MAX_BYTES_OF_MANY)

  constructor(now: () => number) {
    this.#now = now
  }

  get(key: string): CacheEntry | undefined {
    return this.#entries.get(key) ?? this.#ofMany.get(key)
  }

  /** Returns the last good snapshot, valid or not, without marking it as used. */
  peek<T>(key: string): Snapshot<T> | undefined {
    const entry = this.#entries.peek(key) ?? this.#ofMany.peek(key)
    return entry?.snapshot as Snapshot<T> | undefined
  }

  /**
   * Caches a snapshot, to be refreshed after 80 to 90 % of its time. If it `isVerified` (an old value that
   * the upstream has just confirmed), it is refreshed after about half of the remaining time.
   */
  set<T>(key: string, kind: SnapshotKind<T>, snapshot: Snapshot<T>, isVerified = false): void {
    const { fetchedAt, validUntil } = snapshot
    const now = this.#now()
    const [from, share] = isVerified ? [now, 0.45] : [fetchedAt, 0.8]
    const jittered = from + (validUntil - from) * (share + 0.1 * Math.random())
    const refreshAt = snapshot.isPartial ? now + INCOMPLETE_TTL_MS : Math.max(jittered, now + FAILURE_TTL_MS)
    this.#entriesOf(kind).set(key, { snapshot, refreshAt, size: ENTRY_BYTES + kind.size(snapshot.value) })
  }

  /**
   * Caches a failed load beside the last good snapshot. If the snapshot has not expired, the failure is
   * cached until it expires at most.
   */
  setFailure<T>(key: string, kind: SnapshotKind<T>, problem: Problem, last: Snapshot<T> | undefined): void {
    const now = this.#now()
    const retryAt = now + failureTtlMs(problem, kind.notFoundTtlMs)
    const until = last && now < last.validUntil ? Math.min(retryAt, last.validUntil) : retryAt
    const failure = { problem, since: now, until }
    const size = FAILURE_BYTES + (last ? kind.size(last.value) : 0)
    this.#entriesOf(kind).set(key, { ...(last && { snapshot: last }), refreshAt: until, failure, size })
  }

  #entriesOf<T>({ isOfMany }: SnapshotKind<T>): LRUCache<string, CacheEntry> {
    return isOfMany ? this.#ofMany : this.#entries
  }
}

function createCache(maxBytes: number): LRUCache<string, CacheEntry> {
  // Without `max`, because lru-cache would allocate arrays of that length, which takes 4 ms at every start.
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: (entry) => entry.size })
}

function failureTtlMs({ code, status }: Problem, notFoundTtlMs = NOT_FOUND_TTL_MS): number {
  if (status === 404) return notFoundTtlMs
  return code === 'upstream_stale' ? INCOMPLETE_TTL_MS : FAILURE_TTL_MS * (1 + 0.5 * Math.random())
}

/** Returns whether the last load failed so recently that it is not repeated yet. */
export function isFailureCached(
  entry: CacheEntry,
  now: number,
): entry is CacheEntry & { failure: NonNullable<CacheEntry['failure']> } {
  return entry.failure !== undefined && isWithin(entry.failure.since, entry.failure.until, now)
}
