import { lasts } from '#time'

/** A value as it was fetched; its times are fixed then and never stamped anew when it is served again. */
export interface Snapshot<T> {
  readonly value: T
  /** Epoch milliseconds at which the upstream gave or confirmed the value. */
  readonly fetchedAt: number
  /** Epoch milliseconds after which the value is stale. */
  readonly validUntil: number
  /**
   * The last instant, in epoch milliseconds, at which the value is recent enough to be given to anyone, valid or not; absent
   * where its age tells nothing.
   */
  readonly goodUntil?: number | undefined
  /** Whether a part of the value could not be had: it is asked for again soon. */
  readonly isPartial?: boolean | undefined
}

/** Whether a snapshot is within its time. */
export function isValid(snapshot: Snapshot<unknown>, now: number): boolean {
  return lasts(snapshot.fetchedAt, snapshot.validUntil, now) && isGood(snapshot, now)
}

/** Whether what a snapshot tells of is not too long ago. */
export function isGood({ goodUntil }: Snapshot<unknown>, now: number): boolean {
  return goodUntil === undefined || now <= goodUntil
}

/** How a read was answered: from memory or store, by a load of its own, by joining another's, or past its validity. */
export type Outcome = 'hit' | 'miss' | 'collapsed' | 'stale'

/** A snapshot as a reader is given it. */
export interface Served<T> {
  readonly snapshot: Snapshot<T>
  readonly outcome: Outcome
}

/** What a load gives. */
interface Fresh<T> {
  readonly value: T
  readonly fetchedAt: number
  /** Epoch milliseconds after which the value is stale; default: `ttlMs` after `fetchedAt`. */
  readonly validUntil?: number
  readonly goodUntil?: number | undefined
  readonly isPartial?: boolean | undefined
  /** Whether the upstream says that it is the last value still: it is then not soon to have another. Default false. */
  readonly isVerified?: boolean
  /** Whether it may be given to those who wait for it, but not be kept. Default false. */
  readonly isPassing?: boolean
}

/** What the cache must know of one kind of snapshot. */
export interface SnapshotKind<T> {
  readonly ttlMs: number
  /**
   * Fetches the value; `previous` is the last good one, for an upstream that says "not modified". To throw `upstream_stale` says
   * that the last good one is better than what came: it is given for as long as it is good.
   */
  readonly load: (previous: Snapshot<T> | undefined) => Promise<Fresh<T>>
  /** How the value is kept in the store across restarts; absent for what costs nothing to make again. */
  readonly stored?: {
    readonly encode: (value: T) => unknown
    /** Throws when the record is none of this kind; `fetchedAt` is that of the snapshot. */
    readonly decode: (stored: unknown, fetchedAt: number) => T
  }
  /** Bytes that the value takes in memory, about. */
  readonly size: (value: T) => number
  /** Whether a copy past its time is given to nobody, whatever `staleIfError` says. Default false. */
  readonly isNeverStale?: boolean
  /** How long it is remembered that there is no such thing, in milliseconds; default 15 minutes. */
  readonly unknownMs?: number
}

/** Lets work go on after the answer has been sent: a Worker's `waitUntil`. */
export type Defer = (work: Promise<unknown>) => void

/** Waits for nothing: for hosts whose process outlives the request. */
export const noDefer: Defer = () => {}
