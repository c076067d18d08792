import type { Alert, LoggedAlert } from '#features/alerts/alert'
import { hashName } from '#kernel/accounts/account-records'
import { OPERATOR } from '#kernel/accounts/operator'
import { lruCache } from '#kernel/kit/lru-cache'
import { FOREVER, minutes } from '#kernel/kit/time'
import type { Store } from '#kernel/storage/store'

/** Owner of public alerts. */
export const EVERYBODY = ''

/** Returns the owner of the list that contains an alert: an account, the operator, or everybody. */
export function ownerOf({ audience }: Pick<Alert, 'audience'>): string {
  if (audience === 'operator') return OPERATOR
  return typeof audience === 'object' && 'account' in audience ? audience.account : EVERYBODY
}

/** The stored alerts of an owner. */
export interface AlertList {
  /** Positions of the alerts in the log, ascending. */
  readonly seqs: readonly number[]
  /** The highest position that was removed from the list; 0 before the first. */
  readonly deleted: number
}

/** Time for which a list is cached, in milliseconds. Another process may have removed positions from it. */
const CACHED_MS = minutes(5)
/** Maximum number of cached lists. */
const CACHED = 10_000
/**
 * Number of records over which owners are distributed, so that none grows too large. It must never change.
 */
const OWNER_LISTS = 16

interface CachedList {
  readonly seqs: number[]
  readonly deleted: number
  /** Time of the read, in milliseconds of a monotonic clock. */
  readonly readAt: number
}

interface Owned {
  readonly owner: string
  readonly seq: number
}

/** The ends of all lists. */
interface Tails {
  /** The tails contain all positions after this one … */
  readonly after: number
  /** … up to this one. */
  readonly upTo: number
  readonly count: number
  readonly seqs: Map<string, number[]>
}

/** Maximum number of positions in the ends of all lists. */
const MAX_TAILS = 4_000

/**
 * The lists of the alerts of each owner. Positions are added only after the last one, so several processes
 * may add the same positions.
 */
export class AlertLists {
  readonly #store: Store
  readonly #originsId: string
  readonly #now: () => number
  readonly #cached = lruCache<string, CachedList>(CACHED)
  /** The ends of all lists: the positions followed between two positions. */
  #tails: Tails = { after: 0, upTo: 0, count: 0, seqs: new Map() }
  /** Changes whenever alerts are followed, as lists read before may lack them. */
  #generation = 0
  /** Position up to which all alerts are only in the list of everybody, whichever owner they concern. */
  #unlistedUpTo = 0

  constructor(store: Store, originsId: string, now: () => number) {
    this.#store = store
    this.#originsId = originsId
    this.#now = now
  }

  /** Returns all owners that have or had a list. */
  async owners(): Promise<readonly string[]> {
    const numbers = Array.from({ length: OWNER_LISTS }, (_, n) => n)
    const texts = await Promise.all(numbers.map((n) => this.#get(this.#ownersKey(n))))
    return [EVERYBODY, ...texts.flatMap((text) => JSON.parse(text || '[]') as readonly string[]).sort()]
  }

  /** Returns the part of an owner's list after a position, if it is cached. */
  cached(owner: string, after: number): Pick<AlertList, 'seqs'> | undefined {
    const { seqs, after: first } = this.#tails
    return after >= first ? { seqs: seqs.get(owner) ?? [] } : this.#cachedWhole(owner)
  }

  /** Returns the list of an owner, complete up to the last followed alert. */
  async read(owner: string): Promise<AlertList> {
    for (;;) {
      const cached = this.#cachedWhole(owner)
      if (cached) return cached
      const generation = this.#generation
      this.#keep(owner, await this.#parse(owner, await this.#get(this.#keyOf(owner))), generation)
    }
  }

  /** Writes the list of everybody, so that it does not depend on data stored by an older version. */
  async begin(): Promise<void> {
    await this.#change(EVERYBODY, (list) => ({ ...list }))
  }

  /** Adds ascending positions, except those that are not after all positions that the list has or had. */
  async add(owner: string, seqs: readonly number[]): Promise<void> {
    await this.#change(owner, (list) => {
      const last = lastOf(list)
      const added = seqs.filter((seq) => seq > last)
      return added.length === 0 ? list : { ...list, seqs: [...list.seqs, ...added] }
    })
  }

  /** Removes positions. Returns the positions that no other process has removed before. */
  async remove(owner: string, seqs: readonly number[]): Promise<readonly number[]> {
    let removed: readonly number[] = []
    const unwanted = new Set(seqs)
    await this.#change(owner, (list) => {
      removed = list.seqs.filter((seq) => unwanted.has(seq))
      if (removed.length === 0) return list
      return {
        seqs: list.seqs.filter((seq) => !unwanted.has(seq)),
        deleted: Math.max(list.deleted, ...removed),
      }
    })
    const tail = this.#tails.seqs.get(owner)
    if (tail)
      this.#tails.seqs.set(
        owner,
        tail.filter((seq) => !unwanted.has(seq)),
      )
    return removed
  }

  /** Adds all alerts between two positions to the cached lists, unless they were followed before. */
  follow(alerts: readonly LoggedAlert[], after: number, upTo: number): void {
    const isGap = after > this.#tails.upTo
    if (isGap) this.clear(after)
    const news = alerts.filter(({ seq }) => seq > this.#tails.upTo)
    const owned = news.map((alert) => {
      return { seq: alert.seq, owner: alert.seq <= this.#unlistedUpTo ? EVERYBODY : ownerOf(alert) }
    })
    this.#tails = withTails(this.#tails, owned, upTo)
    if (owned.length === 0) return
    this.#generation += 1
    for (const { owner, seq } of owned) {
      const list = this.#cached.get(owner)
      if (list && seq > lastOf(list)) list.seqs.push(seq)
    }
  }

  /** Deletes the cached lists. From now on, alerts after the given position are followed. */
  clear(after: number): void {
    this.#generation += 1
    this.#cached.clear()
    this.#tails = { after, upTo: after, count: 0, seqs: new Map() }
  }

  #cachedWhole(owner: string): AlertList | undefined {
    const cached = this.#cached.get(owner)
    return cached && performance.now() - cached.readAt < CACHED_MS ? cached : undefined
  }

  async #change(owner: string, change: (list: AlertList) => AlertList): Promise<void> {
    const key = this.#keyOf(owner)
    for (;;) {
      const generation = this.#generation
      const text = await this.#get(key)
      const list = await this.#parse(owner, text)
      const changed = change(list)
      if (changed !== list && text === '') await this.#register(owner)
      if (changed === list || (await this.#swap(key, text, changed)))
        return this.#keep(owner, changed, generation)
    }
  }

  #keep(owner: string, { seqs, deleted }: AlertList, generation: number): void {
    if (generation !== this.#generation) this.#cached.delete(owner)
    else this.#cached.set(owner, { seqs: [...seqs], deleted, readAt: performance.now() })
  }

  /**
   * Registers permanently that an owner has a list, before it is written. A list without alerts does no harm.
   */
  async #register(owner: string): Promise<void> {
    if (owner === EVERYBODY) return
    const key = this.#ownersKey(hashName(owner) % OWNER_LISTS)
    for (;;) {
      const text = await this.#get(key)
      const owners = JSON.parse(text || '[]') as readonly string[]
      if (owners.includes(owner) || (await this.#swap(key, text, [...owners, owner]))) return
    }
  }

  async #get(key: string): Promise<string> {
    return this.#store.atomic.get(key, this.#now(), FOREVER)
  }

  async #swap(key: string, text: string, value: unknown): Promise<boolean> {
    return this.#store.atomic.compareAndSwap(key, text, JSON.stringify(value), FOREVER, this.#now())
  }

  async #parse(owner: string, text: string): Promise<AlertList> {
    if (text !== '') return JSON.parse(text) as AlertList
    return owner === EVERYBODY ? this.#unlisted() : { seqs: [], deleted: 0 }
  }

  /** Returns the `seq` of the newest alert of a log written by a version without lists. */
  async unlistedHead(): Promise<number> {
    this.#unlistedUpTo = await this.#store.atomic.count(`alert:${this.#originsId}:head`, this.#now())
    return this.#unlistedUpTo
  }

  /** Returns all alerts of such a log. */
  async #unlisted(): Promise<AlertList> {
    const head = await this.unlistedHead()
    const deleted = await this.#store.atomic.count(`alert:${this.#originsId}:deleted`, this.#now())
    const seqs = Array.from({ length: Math.max(0, head - deleted) }, (_, i) => deleted + 1 + i)
    return { seqs, deleted }
  }

  #keyOf(owner: string): string {
    return `alert-list:${this.#originsId}:${owner}`
  }

  #ownersKey(n: number): string {
    return `alert-owners:${this.#originsId}:${n}`
  }
}

/** Adds ascending alerts. If there are too many, only the later half is kept. */
function withTails({ after, seqs, count }: Tails, alerts: readonly Owned[], upTo: number): Tails {
  if (count > MAX_TAILS) {
    const all = [...seqs.values()].flat().sort((a, b) => a - b)
    const last = all[all.length >> 1] ?? after
    const later = [...seqs].map(([owner, own]) => [owner, own.filter((seq) => seq > last)] as const)
    const kept = new Map(later.filter(([, own]) => own.length > 0))
    const left = { after: last, upTo, count: all.filter((seq) => seq > last).length, seqs: kept }
    return withTails(left, alerts, upTo)
  }
  for (const { owner, seq } of alerts) {
    const own = seqs.get(owner)
    if (own) own.push(seq)
    else seqs.set(owner, [seq])
  }
  return { after, upTo, count: count + alerts.length, seqs }
}

function lastOf({ seqs, deleted }: AlertList): number {
  return Math.max(seqs.at(-1) ?? 0, deleted)
}
