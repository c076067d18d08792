import type { MaybePromise } from '#kit/maybe-promise'
import { isWithin } from '#kit/time'

/** A fetched value. Its times are set at the fetch and never change; instants are epoch milliseconds. */
export interface Snapshot<T> {
  readonly value: T
  /** When the upstream gave or confirmed the value, or when it was read from the store. */
  readonly fetchedAt: number
  /** When the upstream gave it, where it was read from the store; default: `fetchedAt`. */
  readonly pulledAt?: number | undefined
  /** When the value becomes stale. */
  readonly validUntil: number
  /**
   * Until when the newest data in the value are recent enough to be served at all, even as stale; absent
   * where the age of the data does not matter.
   */
  readonly recentUntil?: number | undefined
  /** Whether a part of the value could not be fetched; it is then refreshed soon. */
  readonly isPartial?: boolean | undefined
}

/** Whether a snapshot may be served as fresh. */
export function isValid(snapshot: Snapshot<unknown>, now: number): boolean {
  return isWithin(snapshot.fetchedAt, snapshot.validUntil, now) && isRecent(snapshot, now)
}

/** Whether the data in a snapshot are recent enough to be served at all. */
export function isRecent({ recentUntil }: Snapshot<unknown>, now: number): boolean {
  return recentUntil === undefined || now <= recentUntil
}

/**
 * How a read was served: from memory or the store (`hit`), by a load of its own (`miss`), by joining another
 * load (`collapsed`), or past its validity (`stale`).
 */
export type CacheOutcome = 'hit' | 'miss' | 'collapsed' | 'stale'

/** A snapshot with the way in which it was obtained. */
export interface CacheResult<T> {
  readonly snapshot: Snapshot<T>
  readonly outcome: CacheOutcome
}

/** What a load returns; instants are epoch milliseconds. */
interface LoadResult<T> {
  readonly value: T
  readonly fetchedAt: number
  readonly pulledAt?: number | undefined
  /** When the value becomes stale; default: `ttlMs` after `fetchedAt`. */
  readonly validUntil?: number | undefined
  readonly recentUntil?: number | undefined
  readonly isPartial?: boolean | undefined
  /** Whether the upstream confirmed an old value: a newer one may come at any time. @default false */
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
   * @throws Problem; `upstream_stale` if the last good snapshot is better than what was fetched: it is then
   * served until it expires, or for as long as `staleIfErrorMs` allows.
   */
  readonly load: (previous: Snapshot<T> | undefined) => Promise<LoadResult<T>>
  /** How the value is stored across restarts; absent for values that are cheap to compute again. */
  readonly stored?: {
    readonly encode: (value: T) => unknown
    /**
     * Returns `undefined` for a record of another version, and throws if it is not of this kind; `fetchedAt`
     * is that of the snapshot.
     */
    readonly decode: (stored: unknown, fetchedAt: number) => MaybePromise<T | undefined>
  }
  /** Returns roughly how many bytes the value takes in memory. */
  readonly size: (value: T) => number
  /** Whether a stale snapshot is never served, whatever `staleIfError` is. @default false */
  readonly isNeverStale?: boolean
  /**
   * Whether there are as many keys as clients like to ask for: such snapshots have a part of the memory of
   * their own, so that they push out no others.
   * @default false
   */
  readonly isOfMany?: boolean
  /** How long 404 is cached, in milliseconds. @default 900_000 */
  readonly notFoundTtlMs?: number
}

/** Keeps a promise running after the response has been sent, as `waitUntil` of a Worker does. */
export type WaitUntil = (work: Promise<unknown>) => void

/** Does nothing: for hosts whose process outlives the request. */
export const ignoreWaitUntil: WaitUntil = () => {}
