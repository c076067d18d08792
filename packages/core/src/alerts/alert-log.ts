import { LRUCache } from 'lru-cache'
import type { Alert, LoggedAlert } from '#alerts/alert'
import { days, FOREVER, seconds } from '#kit/time'
import type { Store } from '#storage/store'

/** How long an alert is kept, in milliseconds. */
const KEPT_MS = days(30)
/** How many alerts are kept at most. */
const MAX_KEPT = 10_000
/** Old alerts deleted with each new one, at most. */
const PRUNED_PER_APPEND = 20
/** Alerts of this process's last reads; they never change. */
const CACHED = 2_000
/** Slots read at once. */
const BATCH = 100
/** New alerts that are cached before they are read, at most. */
const MAX_AHEAD = 300
/** Alerts of a range that are read from the store at once. */
const PAGE = 500
/** How often streams read the head. */
const HEAD_MS = seconds(1)

/** Alerts without a gap, and how far the log was read for them. */
export interface AlertRange {
  /** The `seq` after which they begin. */
  readonly after: number
  /** The `seq` up to which they reach; there may be no alert at it any more. */
  readonly upTo: number
  readonly alerts: readonly LoggedAlert[]
}

/**
 * The alerts of the last 30 days, at most 10,000, in the order in which they were logged, shared by all
 * processes on a store.
 *
 * The log is a row of slots. Appending is one atomic step: to become the owner of the first free slot, with
 * the alert as the owner's name. So there are no gaps, no reader sees a slot before those in front of it, and
 * a writer that finds its own alert in a slot on its way has nothing left to do.
 */
export class AlertLog {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  readonly #onAppend: (alert: Alert) => void
  readonly #cached = new LRUCache<number, LoggedAlert>({ max: CACHED })
  /** The newest `seq` that this process has read, and when it did so for streams. */
  #newest = 0
  #readAt = Number.NEGATIVE_INFINITY

  /** @param onAppend Called for each alert that this instance appends, and that was not in the log before. */
  constructor(
    store: Store,
    originsId: string,
    now: () => number,
    onAppend: (alert: Alert) => void = () => {},
  ) {
    this.#store = store
    this.#prefix = `alert:${originsId}:`
    this.#now = now
    this.#onAppend = onAppend
  }

  /** Returns the `seq` of the newest alert, 0 before the first. */
  async head(): Promise<number> {
    return this.#store.atomic.count(`${this.#prefix}head`, this.#now())
  }

  /**
   * Returns the `seq` of the newest alert, and caches the alerts that are new to this process. Where the log
   * has lost its end, with a store that was killed, others may take their place: nothing cached counts then.
   */
  async readNewest(): Promise<number> {
    const head = await this.head()
    if (head < this.#newest) this.#cached.clear()
    await this.readSlots(Math.max(this.#newest, head - MAX_AHEAD) + 1, head)
    this.#newest = head
    return head
  }

  /**
   * Returns the `seq` of the newest alert as read less than about a second ago, once for all streams of a
   * process. Each stream calls it by a timer of its own, so that on Workers no request waits for another's.
   */
  async recentNewest(): Promise<number> {
    const now = performance.now()
    if (now - this.#readAt < HEAD_MS) return this.#newest
    this.#readAt = now
    return this.readNewest()
  }

  /** Returns the `seq` of the oldest alert kept, 1 before any was deleted. */
  async oldest(): Promise<number> {
    return 1 + (await this.#store.atomic.count(`${this.#prefix}deleted`, this.#now()))
  }

  /**
   * Appends alerts, except those that are in the log at or after `from`.
   * @param from The `seq` after `head()` at a time when none of the alerts was in the log.
   * @returns The alerts with their `seq`, whoever appended them.
   */
  async append(alerts: readonly Alert[], from: number): Promise<LoggedAlert[]> {
    const { atomic } = this.#store
    const pending = new Map(alerts.map((alert) => [alert.id, alert]))
    const logged = new Map<string, LoggedAlert>()
    const head = await this.head()
    // A deleted slot is free again, but nobody would read it.
    let seq = Math.max(from, await this.oldest())
    for (; pending.size > 0; seq += 1) {
      const [next] = pending.values()
      const text = JSON.stringify(next)
      const slot = await atomic.setIfAbsent(this.#slot(seq), text, FOREVER, this.#now())
      if (next && slot === text && seq > head) this.#onAppend(next)
      const alert = JSON.parse(slot) as Alert
      if (pending.delete(alert.id)) logged.set(alert.id, { ...alert, seq })
    }
    if (logged.size === 0) return []
    await atomic.raise(`${this.#prefix}head`, seq - 1, FOREVER, this.#now())
    await this.#prune(logged.size + PRUNED_PER_APPEND)
    return alerts.flatMap(({ id }) => logged.get(id) ?? [])
  }

  /** Puts an alert of an exported log at its position, unless another is there; see `open`. */
  async restore(seq: number, alert: Alert): Promise<void> {
    await this.#store.atomic.setIfAbsent(this.#slot(seq), JSON.stringify(alert), FOREVER, this.#now())
  }

  /** Lets readers see the alerts up to a position. */
  async open(seq: number): Promise<void> {
    await this.#store.atomic.raise(`${this.#prefix}head`, seq, FOREVER, this.#now())
  }

  /**
   * Returns up to `limit` alerts after `after`, oldest first. Where `after` is older than the log, begins
   * with the oldest alert kept.
   */
  async read(after: number, limit: number): Promise<LoggedAlert[]> {
    const [head, oldest] = await Promise.all([this.head(), this.oldest()])
    const first = Math.max(after + 1, oldest)
    return this.readSlots(first, Math.min(head, first + limit - 1))
  }

  /** Returns an alert, unless it is deleted. */
  async find(seq: number): Promise<LoggedAlert | undefined> {
    return (await this.readSlots(seq, seq))[0]
  }

  /** Returns the alerts after `after` up to `head`: all of them if they are cached, else a page at most. */
  async readRange(after: number, head: number): Promise<AlertRange> {
    const cached = this.cachedRange(after, head)
    if (cached) return cached
    // More may have been logged since `head` was read.
    const alerts = (await this.read(after, PAGE)).filter(({ seq }) => seq <= head)
    const last = alerts.length === PAGE ? alerts.at(-1) : undefined
    return { after, upTo: last?.seq ?? head, alerts }
  }

  /** Returns the alerts after `after` up to `head` if all of them are cached. */
  cachedRange(after: number, head: number): AlertRange | undefined {
    const alerts: LoggedAlert[] = []
    for (let seq = after + 1; seq <= head; seq += 1) {
      const alert = this.#cached.get(seq)
      if (!alert) return undefined
      alerts.push(alert)
    }
    return { after, upTo: Math.max(after, head), alerts }
  }

  /** Returns the alerts with a `seq` from `first` to `last` that are kept, oldest first. */
  async readSlots(first: number, last: number): Promise<LoggedAlert[]> {
    const alerts: LoggedAlert[] = []
    for (let start = first; start <= last; start += BATCH) {
      const seqs = Array.from({ length: Math.min(BATCH, last - start + 1) }, (_, i) => start + i)
      const batch = await Promise.all(seqs.map((seq) => this.#readSlot(seq)))
      // A slot up to the head is free only if it was deleted.
      alerts.push(...batch.filter((alert) => alert !== undefined))
    }
    return alerts
  }

  async #readSlot(seq: number): Promise<LoggedAlert | undefined> {
    const cached = this.#cached.get(seq)
    if (cached) return cached
    const text = await this.#store.atomic.get(this.#slot(seq), this.#now(), FOREVER)
    if (text === '') return undefined
    const alert: LoggedAlert = { ...(JSON.parse(text) as Alert), seq }
    this.#cached.set(seq, alert)
    return alert
  }

  /** Deletes the oldest alerts that are too old or too many, at most `limit` of them. */
  async #prune(limit: number): Promise<void> {
    const { atomic } = this.#store
    const [head, oldest] = await Promise.all([this.head(), this.oldest()])
    let deleted = oldest - 1
    for (let seq = oldest; seq < head && seq < oldest + limit; seq += 1) {
      const text = await atomic.get(this.#slot(seq), this.#now(), FOREVER)
      const isKept =
        text !== '' &&
        seq > head - MAX_KEPT &&
        Date.parse((JSON.parse(text) as Alert).timestamp) > this.#now() - KEPT_MS
      if (isKept) break
      deleted = seq
    }
    if (deleted < oldest) return
    // First the pointer: a process that ends here leaves slots that nobody reads, instead of a gap.
    await atomic.raise(`${this.#prefix}deleted`, deleted, FOREVER, this.#now())
    for (let seq = oldest; seq <= deleted; seq += 1) {
      const text = await atomic.get(this.#slot(seq), this.#now(), FOREVER)
      if (text !== '') await atomic.compareAndSwap(this.#slot(seq), text, '', 0, this.#now())
    }
  }

  #slot(seq: number): string {
    return `${this.#prefix}${seq}`
  }
}
