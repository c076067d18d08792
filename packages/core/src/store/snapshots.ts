import { Problem } from '#problem'
import type { Soon } from '#soon'
import type { FillLease } from '#store/fill-lease'
import { type Defer, isGood, isValid, type Served, type Snapshot, type SnapshotKind } from '#store/snapshot'
import { type Entry, FAILURE_MS, isWaiting, SnapshotsInMemory } from '#store/snapshots-in-memory'
import { KEPT_MS, SnapshotsInStore } from '#store/snapshots-in-store'
import type { Store } from '#store/store'
import { minutes, seconds } from '#time'

export type { Defer, Outcome, Served, Snapshot, SnapshotKind } from '#store/snapshot'
export { noDefer } from '#store/snapshot'

interface SnapshotsOptions {
  readonly store: Store
  readonly now: () => number
  /** Set apart from the snapshots of other upstream origins in the same store. */
  readonly world: string
  /** How long past its validity a snapshot may still be served when the upstream fails, in milliseconds. */
  readonly staleIfErrorMs: number
  readonly onError: (error: unknown) => void
}

/** A caller waits at most this long; a slower load goes on behind it and fills the cache. */
const PATIENCE_MS = seconds(10)
/** How often a caller joins the load of another that fails for that one alone. */
const MOST_TURNS = 5
/** How often the store is looked into for what nobody loads. */
const LOOK_MS = minutes(1)
/** How often we look whether another process has come to the end of its load, about. */
const POLL_MS = 50

/**
 * The read-through cache: one load however many callers and processes wait, refreshed ahead of expiry, last good kept in
 * the store.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #memory: SnapshotsInMemory
  readonly #store: SnapshotsInStore
  readonly #flights = new Map<string, Promise<Served<unknown>>>()
  readonly #looks = new Map<string, { done: Promise<void>; againAt: number }>()

  constructor(options: SnapshotsOptions) {
    this.#options = options
    this.#memory = new SnapshotsInMemory(options.now)
    this.#store = new SnapshotsInStore(options)
  }

  /** A valid snapshot that is in memory and not due to be refreshed: what most reads find, without a word on how to load it. */
  warm<T>(key: string, now: number): Served<T> | undefined {
    const entry = this.#memory.get(key)
    if (!entry?.snapshot || now >= entry.refreshAt || !isValid(entry.snapshot, now)) return undefined
    return { snapshot: entry.snapshot as Snapshot<T>, outcome: 'hit' }
  }

  /** Gives a valid snapshot, at once when memory has one; throws the load's Problem when there is none to give. */
  read<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Soon<Served<T>> {
    const now = this.#options.now()
    const entry = this.#memory.get(key)
    const snapshot = entry?.snapshot as Snapshot<T> | undefined
    if (entry && snapshot && isValid(snapshot, now)) {
      if (now >= entry.refreshAt && !isWaiting(entry, now)) this.#refreshAhead(key, kind, entry, now, defer)
      return { snapshot, outcome: 'hit' }
    }
    if (entry && isWaiting(entry, now)) return this.#lastGood(kind, snapshot, entry.failure.problem)
    return this.#wait(key, kind, defer)
  }

  /** A valid snapshot that memory or the store holds already; never loads one, and looks into the store once a minute. */
  async held<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    const now = this.#options.now()
    const known = this.#memory.peek<T>(key)
    if (known && isValid(known, now)) return known
    let look = this.#looks.get(key)
    if (!look || now >= look.againAt || now < look.againAt - LOOK_MS) {
      look = { done: this.#restore(key, kind).then(() => {}), againAt: now + LOOK_MS }
      this.#looks.set(key, look)
    }
    await look.done
    const restored = this.#memory.peek<T>(key)
    return restored && isValid(restored, now) ? restored : undefined
  }

  /**
   * Loads a value that is due, as a read would ahead of its expiry, waits for it, and says whether it did: for what is
   * kept fresh without readers. Nothing is due that `isCurrent` by its `fetchedAt`. Throws the load's Problem.
   */
  async renew<T>(
    key: string,
    kind: SnapshotKind<T>,
    defer: Defer,
    isCurrent: (fetchedAt: number) => boolean = () => false,
  ): Promise<boolean> {
    if (!this.#memory.peek(key)) await this.#restore(key, kind)
    const now = this.#options.now()
    const entry = this.#memory.get(key)
    const snapshot = entry?.snapshot
    if (entry && isWaiting(entry, now)) return false
    if (entry && snapshot && isValid(snapshot, now) && now < entry.refreshAt) return false
    if (snapshot && isCurrent(snapshot.fetchedAt)) return false
    await this.#fly(key, kind, defer)
    return true
  }

  /** The last good snapshot that memory has, valid or not. */
  peek<T>(key: string): Snapshot<T> | undefined {
    return this.#memory.peek<T>(key)
  }

  /** Puts a value that was fetched by other means, and waits until the store has it. */
  async put<T>(key: string, kind: SnapshotKind<T>, value: T, fetchedAt: number): Promise<void> {
    const snapshot = { value, fetchedAt, validUntil: fetchedAt + kind.ttlMs }
    this.#memory.remember(key, kind, snapshot)
    await this.#store.put(key, kind, snapshot)
  }

  async #wait<T>(key: string, kind: SnapshotKind<T>, defer: Defer, turn = 1): Promise<Served<T>> {
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
      if (joined && error instanceof Problem && error.isOwn) {
        // What another account may not have this one may: it loads for itself, unless many are before it.
        if (turn < MOST_TURNS) return await this.#wait(key, kind, defer, turn + 1)
        throw tooSlow()
      }
      return this.#lastGood(kind, this.#memory.peek<T>(key), error)
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
  #fly<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Promise<Served<T>> {
    const underway = this.#flights.get(key)
    if (underway) return underway as Promise<Served<T>>
    const flight = this.#load(key, kind, defer).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    defer(flight.catch(() => {}))
    return flight
  }

  /** Loads, unless another process does; the lease is given back once the store has the snapshot, or at once on failure. */
  async #load<T>(key: string, kind: SnapshotKind<T>, defer: Defer): Promise<Served<T>> {
    let lease: FillLease | undefined
    let last: Snapshot<T> | undefined
    let kept: Promise<void> | undefined
    try {
      const share = kind.stored && (await this.#share(key, kind))
      if (share && 'snapshot' in share) return share
      lease = share
      // The holder before us may have put a newer one there just before it gave the lease back.
      if (lease) last = await this.#restore(key, kind)
      if (last && this.#isValid(last)) return { snapshot: last, outcome: 'hit' }
      last ??= this.#memory.peek<T>(key)
      const fresh = await kind.load(last)
      const {
        value,
        fetchedAt,
        validUntil = fetchedAt + kind.ttlMs,
        goodUntil,
        isPartial,
        isVerified,
        isPassing,
      } = fresh
      const snapshot = { value, fetchedAt, validUntil, goodUntil, isPartial }
      if (isPassing) return { snapshot, outcome: 'miss' }
      this.#memory.remember(key, kind, snapshot, isVerified)
      if (fetchedAt !== last?.fetchedAt)
        kept = this.#store.put(key, kind, snapshot).catch(this.#options.onError)
      return { snapshot, outcome: 'miss' }
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('internal_error', { cause: error })
      if (!problem.isOwn) this.#memory.rememberFailure(key, kind, problem, this.#memory.peek<T>(key) ?? last)
      throw problem
    } finally {
      if (lease || kept) defer(Promise.resolve(kept).then(() => lease?.release()))
    }
  }

  /**
   * The lease to load for all processes on the store, or the snapshot that another of them loads: waited for, unless
   * there is a valid one. A store that fails gives neither, and holds nobody back.
   */
  async #share<T>(key: string, kind: SnapshotKind<T>): Promise<FillLease | Served<T> | undefined> {
    try {
      const restored = this.#memory.peek(key) ? undefined : await this.#look(key, kind)
      if (restored && this.#isValid(restored)) return { snapshot: restored, outcome: 'hit' }
      for (let waitedMs = 0; waitedMs < PATIENCE_MS; ) {
        const lease = await this.#store.claimFill(key)
        if (lease) return lease
        const held = this.#memory.peek<T>(key)
        if (held && this.#isValid(held)) return { snapshot: held, outcome: 'hit' }
        const pauseMs = POLL_MS * (0.75 + 0.5 * Math.random())
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        waitedMs += pauseMs
        const given = await this.#look(key, kind)
        if (given && this.#isValid(given)) return { snapshot: given, outcome: 'collapsed' }
      }
    } catch (error) {
      this.#options.onError(error)
      return undefined
    }
    throw tooSlow()
  }

  /** Brings the store's snapshot into memory and gives it, if it is newer than the one there; throws as the store does. */
  async #look<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    const isNewer = (fetchedAt: number) => fetchedAt > (this.#memory.peek(key)?.fetchedAt ?? -Infinity)
    const snapshot = await this.#store.get(key, kind, isNewer)
    if (snapshot) this.#memory.remember(key, kind, snapshot)
    return snapshot
  }

  /** Looks, and takes a store that fails for one that has nothing. */
  async #restore<T>(key: string, kind: SnapshotKind<T>): Promise<Snapshot<T> | undefined> {
    return this.#look(key, kind).catch((error) => {
      this.#options.onError(error)
      return undefined
    })
  }

  /**
   * The last good snapshot where `staleIfError` allows it: for an upstream that fails, never for one that says no; and where
   * what came is worse, for as long as it is good.
   */
  #lastGood<T>(
    { isNeverStale }: SnapshotKind<T>,
    snapshot: Snapshot<T> | undefined,
    error: unknown,
  ): Served<T> {
    const { now } = this.#options
    if (snapshot && isValid(snapshot, now())) return { snapshot, outcome: 'hit' }
    const staleMs = isNeverStale ? 0 : Math.min(this.#options.staleIfErrorMs, KEPT_MS)
    if (snapshot && isGivenFor(error, snapshot, staleMs, now())) return { snapshot, outcome: 'stale' }
    throw error
  }

  #isValid(snapshot: Snapshot<unknown>): boolean {
    return isValid(snapshot, this.#options.now())
  }
}

/** Whether a snapshot that is past its time is given in place of that error. */
function isGivenFor(error: unknown, snapshot: Snapshot<unknown>, staleMs: number, now: number): boolean {
  if (!(error instanceof Problem && error.status >= 502 && isGood(snapshot, now))) return false
  if (error.code === 'upstream_stale') return snapshot.goodUntil !== undefined
  return now < snapshot.validUntil + staleMs
}

function tooSlow(): Problem {
  return new Problem('upstream_unavailable', { cause: 'slow', retryAfterSeconds: 30 })
}
