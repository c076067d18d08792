import { LRUCache } from 'lru-cache'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import type { Store } from '#store/store'
import { days, minutes, seconds } from '#time'

/** A value as it was fetched; its times are fixed then and never stamped anew when it is served again. */
export interface Snapshot<T> {
  readonly value: T
  /** Epoch milliseconds at which the upstream gave or confirmed the value. */
  readonly fetchedAt: number
  /** Epoch milliseconds after which the value is stale. */
  readonly validUntil: number
}

/** How a read was answered: from memory or store, by a load of its own, by joining another's, or past its validity. */
export type Outcome = 'hit' | 'miss' | 'collapsed' | 'stale'

export interface Reading<T> {
  readonly snapshot: Snapshot<T>
  readonly outcome: Outcome
}

/** What the cache must know of one kind of snapshot. */
export interface SnapshotKind<T> {
  readonly ttlMs: number
  /** Fetches the value; `previous` is the last good one, for an upstream that says "not modified". */
  readonly load: (previous: Snapshot<T> | undefined) => Promise<{ value: T; fetchedAt: number }>
  /** How the value is kept in the store across restarts; absent for what costs nothing to make again. */
  readonly stored?: {
    readonly encode: (value: T) => unknown
    readonly decode: (stored: unknown) => T
  }
  /** Bytes that the value takes in memory, about. */
  readonly size: (value: T) => number
  /** How long it is remembered that there is no such thing, in milliseconds; default 15 minutes. */
  readonly unknownMs?: number
}

/** Lets work go on after the answer has been sent: a Worker's `waitUntil`. */
export type Defer = (work: Promise<unknown>) => void

interface SnapshotsOptions {
  readonly store: Store
  readonly now: () => number
  /** Set apart from the snapshots of other upstream origins in the same store. */
  readonly world: string
  /** How long past its validity a snapshot may still be served when the upstream fails, in milliseconds. */
  readonly staleIfErrorMs: number
  readonly onError: (error: unknown) => void
}

interface Entry {
  snapshot?: Snapshot<unknown>
  refreshAt: number
  failure?: { problem: Problem; until: number }
  size: number
}

/** A caller waits at most this long; a slower load goes on behind it and fills the cache. */
const PATIENCE_MS = seconds(10)
/** How long an upstream failure is answered from memory before the upstream is asked again. */
const FAILURE_MS = seconds(5)
/** How long it is remembered that an upstream does not know an id. */
const UNKNOWN_MS = minutes(15)
/** How long past its validity the last good snapshot stays in the store; the greatest `staleIfError`. */
export const KEPT_MS = days(7)

/** The read-through cache: one load however many callers wait, refreshed ahead of expiry, last good kept in the store. */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #entries = new LRUCache<string, Entry>({
    max: 50_000,
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: (entry) => entry.size,
  })
  readonly #flights = new Map<string, Promise<Reading<unknown>>>()
  readonly #looks = new Map<string, { done: Promise<void>; againAt: number }>()

  constructor(options: SnapshotsOptions) {
    this.#options = options
  }

  /** Gives a valid snapshot, at once when memory has one; throws the load's Problem when there is none to give. */
  read<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Soon<Reading<T>> {
    const now = this.#options.now()
    const entry = this.#entries.get(key)
    const snapshot = entry?.snapshot as Snapshot<T> | undefined
    if (entry && snapshot && now < snapshot.validUntil) {
      if (now >= entry.refreshAt && !isWaiting(entry, now)) this.#refreshAhead(key, kind, entry, now, defer)
      return { snapshot, outcome: 'hit' }
    }
    if (entry?.failure && isWaiting(entry, now)) return this.#lastGood(snapshot, entry.failure.problem)
    return this.#wait(key, kind, defer)
  }

  /** A valid snapshot that memory or the store holds already; never loads one, and looks into the store once a minute. */
  async held<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    const now = this.#options.now()
    const known = this.#peek<T>(key)
    if (known && now < known.validUntil) return known
    let look = this.#looks.get(key)
    if (!look || now >= look.againAt) {
      look = { done: this.#restore(key, kind).then(() => {}), againAt: now + minutes(1) }
      this.#looks.set(key, look)
    }
    await look.done
    const restored = this.#peek<T>(key)
    return restored && now < restored.validUntil ? restored : undefined
  }

  /** Puts a value that was fetched by other means, and waits until the store has it. */
  async put<T>(key: string, kind: SnapshotKind<T>, value: T, fetchedAt: number): Promise<void> {
    const snapshot = { value, fetchedAt, validUntil: fetchedAt + kind.ttlMs }
    this.#remember(key, kind, snapshot)
    await this.#keep(key, kind, snapshot)
  }

  /** The last good snapshot in memory, valid or not. */
  #peek<T>(key: string): Snapshot<T> | undefined {
    return this.#entries.peek(key)?.snapshot as Snapshot<T> | undefined
  }

  async #wait<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Promise<Reading<T>> {
    const joined = this.#flights.has(key)
    const flight = this.#fly(key, kind, defer)
    let timer: ReturnType<typeof setTimeout> | undefined
    const impatience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooSlow()), PATIENCE_MS)
    })
    try {
      const reading = await Promise.race([flight, impatience])
      return joined && reading.outcome === 'miss' ? { ...reading, outcome: 'collapsed' } : reading
    } catch (error) {
      return this.#lastGood(this.#peek<T>(key), error)
    } finally {
      clearTimeout(timer)
    }
  }

  #refreshAhead<T>(key: string, kind: SnapshotKind<T>, entry: Entry, now: number, defer: Defer): void {
    entry.refreshAt = now + FAILURE_MS
    this.#fly(key, kind, defer).catch((problem: Problem) => {
      // Nobody waits for this answer; upstreams that cannot be reached are reported where they are asked.
      if (problem.status === 500 || problem.status === 502) this.#options.onError(problem)
    })
  }

  /** Starts the one load of a key, or joins the one under way. */
  #fly<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Promise<Reading<T>> {
    const underway = this.#flights.get(key)
    if (underway) return underway as Promise<Reading<T>>
    const flight = this.#load(key, kind, defer).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    defer(flight.catch(() => {}))
    return flight
  }

  /** Looks for a newer snapshot in the store, where another process may have put one, and only then loads. */
  async #load<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Promise<Reading<T>> {
    const { now, onError } = this.#options
    const restored = await this.#restore(key, kind)
    if (restored && now() < restored.validUntil) return { snapshot: restored, outcome: 'hit' }
    const previous = restored ?? this.#peek<T>(key)
    let snapshot: Snapshot<T>
    try {
      const { value, fetchedAt } = await kind.load(previous)
      snapshot = { value, fetchedAt, validUntil: fetchedAt + kind.ttlMs }
      this.#remember(key, kind, snapshot)
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('internal_error', { cause: error })
      this.#rememberFailure(key, problem, this.#peek<T>(key) ?? previous, kind)
      throw problem
    }
    if (snapshot.fetchedAt !== previous?.fetchedAt) defer(this.#keep(key, kind, snapshot).catch(onError))
    return { snapshot, outcome: 'miss' }
  }

  /** Brings the store's snapshot into memory and gives it, if it is newer than the one there. */
  async #restore<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    const { store, onError } = this.#options
    try {
      const record = kind.stored && (await store.get<Snapshot<unknown>>(this.#storeKey(key)))
      if (!kind.stored || !record) return undefined
      const { value, fetchedAt, validUntil } = record
      if (!(Number.isFinite(fetchedAt) && Number.isFinite(validUntil))) {
        throw new TypeError(`the stored snapshot ${key} has no times`)
      }
      if (fetchedAt <= (this.#peek(key)?.fetchedAt ?? -Infinity)) return undefined
      const snapshot = { value: kind.stored.decode(value), fetchedAt, validUntil }
      this.#remember(key, kind, snapshot)
      return snapshot
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  #remember<T>(key: string, kind: SnapshotKind<T>, snapshot: Snapshot<T>): void {
    const { fetchedAt, validUntil } = snapshot
    const jittered = fetchedAt + (validUntil - fetchedAt) * (0.8 + 0.1 * Math.random())
    const refreshAt = Math.max(jittered, this.#options.now() + FAILURE_MS)
    this.#entries.set(key, { snapshot, refreshAt, size: 512 + kind.size(snapshot.value) })
  }

  async #keep<T>(key: string, { stored, ttlMs }: SnapshotKind<T>, snapshot: Snapshot<T>): Promise<void> {
    if (!stored) return
    const record = { ...snapshot, value: stored.encode(snapshot.value) }
    await this.#options.store.set(this.#storeKey(key), record, ttlMs + KEPT_MS)
  }

  /** A failure ahead of expiry is not remembered beyond it: the upstream gets its chance when the value is needed. */
  #rememberFailure<T>(
    key: string,
    problem: Problem,
    last: Snapshot<T> | undefined,
    kind: SnapshotKind<T>,
  ): void {
    const now = this.#options.now()
    const waitMs =
      problem.status === 404 ? (kind.unknownMs ?? UNKNOWN_MS) : FAILURE_MS * (1 + 0.5 * Math.random())
    const until = last && now < last.validUntil ? Math.min(now + waitMs, last.validUntil) : now + waitMs
    const failure = { problem, until }
    const size = 512 + (last ? kind.size(last.value) : 0)
    this.#entries.set(key, { ...(last && { snapshot: last }), refreshAt: failure.until, failure, size })
  }

  /** The last good snapshot where `staleIfError` allows it: for an upstream that fails, never for one that says no. */
  #lastGood<T>(snapshot: Snapshot<T> | undefined, error: unknown): Reading<T> {
    const { now, staleIfErrorMs } = this.#options
    if (snapshot && now() < snapshot.validUntil) return { snapshot, outcome: 'hit' }
    const failing = error instanceof Problem && error.status >= 502
    if (snapshot && failing && now() < snapshot.validUntil + Math.min(staleIfErrorMs, KEPT_MS)) {
      return { snapshot, outcome: 'stale' }
    }
    throw error
  }

  #storeKey(key: string): string {
    return `snapshot:${this.#options.world}:${key}`
  }
}

function tooSlow(): Problem {
  return new Problem('upstream_unavailable', { cause: 'slow', retryAfterSeconds: 30 })
}

function isWaiting(entry: Entry, now: number): boolean {
  return entry.failure !== undefined && now < entry.failure.until
}

/** Waits for nothing: for hosts whose process outlives the request. */
export const noDefer: Defer = () => {}
