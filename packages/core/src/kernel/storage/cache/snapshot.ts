import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { isWithin } from '#kernel/kit/time'

/** Fetched value. Its times are set when it is fetched and never change. Instants are epoch milliseconds. */
export interface Snapshot<T> {
  readonly value: T
  /** When the upstream returned or confirmed the value, or when it was read from the store. */
  readonly fetchedAt: number
  /** When the upstream returned the value, if it was read from the store. Default: `fetchedAt`. */
  readonly pulledAt?: number | undefined
  /** When the value becomes stale. */
  readonly validUntil: number
  /**
   * Until when the newest data in the value are recent enough to be served, even as stale. Absent if the age
   * of the data does not matter.
   */
  readonly recentUntil?: number | undefined
  /** Whether a part of the value could not be fetched. If so, it is refreshed soon. */
  readonly isPartial?: boolean | undefined
}

/** Returns whether a snapshot may be served as fresh. */
export function isValid(snapshot: Snapshot<unknown>, now: number): boolean {
  return isWithin(snapshot.fetchedAt, snapshot.validUntil, now) && isRecent(snapshot, now)
}

/** Returns whether the data in a snapshot are recent enough to be served. */
export function isRecent({ recentUntil }: Snapshot<unknown>, now: number): boolean {
  return recentUntil === undefined || now <= recentUntil
}

/**
 * How a read was served: from memory or the store (`hit`), by its own load (`miss`), by joining another load
 * (`collapsed`), or after the snapshot expired (`stale`).
 */
export type CacheOutcome = 'hit' | 'miss' | 'collapsed' | 'stale'

/** Snapshot and how it was obtained. */
export interface CacheResult<T> {
  readonly snapshot: Snapshot<T>
  readonly outcome: CacheOutcome
}

/** Result of a load. Instants are epoch milliseconds. */
interface LoadResult<T> {
  readonly value: T
  readonly fetchedAt: number
  readonly pulledAt?: number | undefined
  /** When the value becomes stale. Default: `ttlMs` after `fetchedAt`. */
  readonly validUntil?: number | undefined
  readonly recentUntil?: number | undefined
  readonly isPartial?: boolean | undefined
  /**
   * Whether the upstream confirmed an old value, so that a newer one may appear at any time. @default false
   */
  readonly isVerified?: boolean
  /** Whether the value is only for the readers that wait for it. @default false */
  readonly isUncacheable?: boolean
}

/** How snapshots of one kind are loaded, stored and cached. */
export interface SnapshotKind<T> {
  readonly ttlMs: number
  /**
   * Fetches the value. `previous` is the last good snapshot, for conditional requests.
   *
   * @throws Problem. `upstream_stale` if the last good snapshot is better than the fetched value. The
   *   snapshot is then served until it expires, or for as long as `staleIfErrorMs` allows.
   */
  readonly load: (previous: Snapshot<T> | undefined) => Promise<LoadResult<T>>
  /** How the value is stored across restarts. Absent for values that are cheap to compute again. */
  readonly stored?: {
    readonly encode: (value: T) => unknown
    /**
     * Returns `undefined` for a record of another version. Throws if the record is not of this kind.
     * `fetchedAt` is the fetch time of the snapshot.
     */
    readonly decode: (stored: unknown, fetchedAt: number) => MaybePromise<T | undefined>
  }
  /** Returns the approximate size of the value in memory, in bytes. */
  readonly size: (value: T) => number
  /** Whether a stale snapshot is never served, even if `staleIfError` is set. @default false */
  readonly isNeverStale?: boolean
  /**
   * Whether the number of keys is unbounded because clients choose them. Such snapshots have their own share
   * of the memory, so that they do not evict other snapshots.
   * @default false
   */
  readonly isOfMany?: boolean
  /** How long 404 is cached, in milliseconds. @default 900_000 */
  readonly notFoundTtlMs?: number
}

/** Keeps a promise running after the response has been sent, like `waitUntil` of a Worker. */
export type WaitUntil = (work: Promise<unknown>) => void

/** Does nothing. For hosts whose process continues after the request. */
export const ignoreWaitUntil: WaitUntil = () => {}
