import type { Alert, LoggedAlert } from '#features/alerts/alert'
import { type AlertList, AlertLists, EVERYBODY, ownerOf } from '#features/alerts/alert-lists'
import { AlertPruning, type Deliveries, NO_DELIVERIES } from '#features/alerts/alert-pruning'
import { AlertSlots } from '#features/alerts/alert-slots'
import { bisect } from '#kernel/kit/bisect'
import { FOREVER, seconds } from '#kernel/kit/time'
import type { Store } from '#kernel/storage/store'

/** Maximum number of new alerts that are cached before they are read. */
const MAX_AHEAD = 300
/** Number of alerts of a range read from the store at once. */
const PAGE = 500
/** Interval at which streams read the head. */
const HEAD_MS = seconds(1)

/** The alerts of an account and public alerts between two positions. */
export interface AlertRange {
  /** The `seq` after which they begin. */
  readonly after: number
  /** The `seq` up to which they reach; there may be no alert at it. */
  readonly upTo: number
  readonly alerts: readonly LoggedAlert[]
  /** Whether some alerts were deleted during the read. */
  readonly isCut: boolean
}

/** Functions of the service that a log needs. */
export interface AlertLogOptions {
  /** Function called for each alert that this instance appends and that was not in the log before. */
  readonly onAppend?: (alert: Alert) => void
  /** Whether receivers of the operator get alerts about single accounts. @default false */
  readonly hasReceivers?: boolean
  /** Returns the pending deliveries of an owner's alerts. @default nothing */
  readonly deliveriesOf?: (owner: string) => Promise<Deliveries>
}

/**
 * The alerts of the last 30 days in the order in which they were logged, shared by all processes on a store.
 *
 * The log is a row of slots. Appending is one atomic step: it takes the first free slot, with the alert as
 * the name of the slot's owner. So no reader sees a slot before all earlier slots are taken, and a writer
 * that finds its own alert in an earlier slot is done. Then the position of each alert is added to the list
 * of its owner, which is used to read and prune alerts. Last, the head is raised to the position up to which
 * all alerts are listed.
 */
export class AlertLog {
  readonly #store: Store
  readonly #originsId: string
  readonly #now: () => number
  readonly #options: AlertLogOptions
  readonly #slots: AlertSlots
  readonly #lists: AlertLists
  readonly #pruning: AlertPruning
  /** Alerts that an import has put into slots. */
  #restored: LoggedAlert[] = []
  /** The newest `seq` that this process has read, and the time of that read for streams. */
  #newest = 0
  #readAt = Number.NEGATIVE_INFINITY
  /** Whether the head is known to belong to the lists, and not to a version without lists. */
  #isListed = false

  constructor(store: Store, originsId: string, now: () => number, options: AlertLogOptions = {}) {
    this.#store = store
    this.#originsId = originsId
    this.#now = now
    this.#options = options
    this.#slots = new AlertSlots(store, originsId, now)
    this.#lists = new AlertLists(store, originsId, now)
    const { deliveriesOf = async () => NO_DELIVERIES } = options
    this.#pruning = new AlertPruning({ slots: this.#slots, lists: this.#lists, now, deliveriesOf })
  }

  /** Returns the `seq` of the newest alert, 0 before the first. */
  async head(): Promise<number> {
    const head = await this.#listedHead()
    if (this.#isListed) return head
    const unlisted = await this.#lists.unlistedHead()
    this.#isListed = unlisted === 0 || head > 0
    return head || unlisted
  }

  /**
   * Returns the `seq` of the newest alert, and caches the alerts that are new to this process. If the log has
   * lost its end because the store was killed, other alerts may take these positions, and all cached alerts
   * become invalid.
   */
  async readNewest(): Promise<number> {
    const head = await this.head()
    if (head < this.#newest) {
      this.#slots.clear()
      this.#lists.clear(head)
      this.#newest = head
    }
    const after = Math.max(this.#newest, head - MAX_AHEAD)
    const seqs = Array.from({ length: head - after }, (_, i) => after + 1 + i)
    this.#lists.follow(await this.#slots.read(seqs), after, head)
    this.#newest = Math.max(this.#newest, head)
    return head
  }

  /**
   * Returns the `seq` of the newest alert, read less than about a second ago and once for all streams of a
   * process. Each stream calls it by its own timer, because on Workers a request cannot wait for another
   * request.
   */
  async recentNewest(): Promise<number> {
    const now = performance.now()
    if (now - this.#readAt < HEAD_MS) return this.#newest
    this.#readAt = now
    return this.readNewest()
  }

  /**
   * Returns the `seq` of the oldest stored alert of an account and of everybody, or one after the newest if
   * there is none. Also returns the highest deleted `seq`, or 0 if there is none.
   */
  async extent(account?: string): Promise<{ readonly oldest: number; readonly deleted: number }> {
    const head = await this.readNewest()
    const lists = await Promise.all(ownersFor(account).map((owner) => this.#lists.read(owner)))
    return {
      oldest: Math.min(head + 1, ...lists.map(({ seqs: [first = Infinity] }) => first)),
      deleted: Math.max(...lists.map(({ deleted }) => deleted)),
    }
  }

  /**
   * Appends alerts, except those that are in the log at or after `from`. Each alert is appended once for each
   * account that it concerns, and once for the operator's receivers.
   * @param from The `seq` after `head()` at a time when none of the alerts was in the log.
   * @returns The alerts with their `seq`, independent of the process that appended them.
   */
  async append(alerts: readonly Alert[], from: number): Promise<LoggedAlert[]> {
    const addressed = alerts.flatMap((alert) => this.#addressed(alert))
    const pending = new Map(addressed.map((alert) => [nameOf(alert), alert]))
    const logged = new Map<string, LoggedAlert>()
    const note = (alert: LoggedAlert) => {
      if (pending.delete(nameOf(alert))) logged.set(nameOf(alert), alert)
    }
    const head = await this.head()
    for (const alert of from > head ? [] : await this.#loggedFrom(from, addressed)) note(alert)
    const added: LoggedAlert[] = []
    for (let seq = head + 1; pending.size > 0; seq += 1) {
      const [next] = pending.values()
      if (!next) break
      const { alert, isOwn } = await this.#slots.take(seq, next)
      if (isOwn) this.#options.onAppend?.(next)
      added.push(alert)
      note(alert)
    }
    if (added.length > 0) {
      await this.#list(added)
      await this.#pruning.prune(new Set(added.map(ownerOf)), head + added.length)
    }
    return addressed.flatMap((alert) => logged.get(nameOf(alert)) ?? [])
  }

  /** Puts an alert of an exported log at its position, unless that is taken; see `openRestored`. */
  async restore(seq: number, alert: Alert): Promise<void> {
    this.#restored.push((await this.#slots.take(seq, alert)).alert)
  }

  /** Makes restored alerts visible to readers. */
  async openRestored(): Promise<void> {
    const restored = this.#restored
    this.#restored = []
    if (restored.length > 0) await this.#list(restored)
  }

  /** Returns up to `limit` alerts of an account and public alerts after `after`, oldest first. */
  async read(after: number, limit: number, account?: string): Promise<readonly LoggedAlert[]> {
    return (await this.readRange(account, after, await this.readNewest(), limit)).alerts
  }

  /** Returns the newest public alerts below `before`, oldest first, at most `limit`. */
  async readBack(before: number, limit: number): Promise<readonly LoggedAlert[]> {
    const { seqs } = await this.#lists.read(EVERYBODY)
    const end = indexAfter(seqs, before - 1)
    return this.#slots.read(seqs.slice(Math.max(0, end - limit), end))
  }

  /** Returns an alert, unless it is deleted. */
  async find(seq: number): Promise<LoggedAlert | undefined> {
    return (await this.#slots.read([seq]))[0]
  }

  /**
   * Returns the first `limit` alerts of an account and of everybody after `after` up to `head`.
   * @param account `undefined` for only public alerts.
   */
  async readRange(
    account: string | undefined,
    after: number,
    head: number,
    limit = PAGE,
  ): Promise<AlertRange> {
    if (head > this.#newest) await this.readNewest()
    const owners = ownersFor(account)
    const lists = await Promise.all(
      owners.map((owner) => this.#lists.cached(owner, after) ?? this.#lists.read(owner)),
    )
    const seqs = between(lists, after, head, limit)
    const alerts = await this.#slots.read(seqs)
    const upTo = seqs.length === limit ? (seqs.at(-1) ?? head) : Math.max(after, head)
    return { after, upTo, alerts, isCut: alerts.length < seqs.length }
  }

  /** Returns all alerts of an account and of everybody after `after` up to `head` if they are cached. */
  cachedRange(account: string | undefined, after: number, head: number): AlertRange | undefined {
    if (head > this.#newest) return undefined
    const lists = ownersFor(account).map((owner) => this.#lists.cached(owner, after))
    if (!lists.every((list) => list !== undefined)) return undefined
    const alerts = this.#slots.cached(between(lists, after, head, Infinity))
    return alerts && { after, upTo: Math.max(after, head), alerts, isCut: false }
  }

  /** Yields all alerts by pages, oldest first for each owner. */
  async *pages(size: number): AsyncGenerator<readonly LoggedAlert[]> {
    await this.readNewest()
    for (const owner of await this.#lists.owners()) {
      const seqs = [...(await this.#lists.read(owner)).seqs]
      for (let start = 0; start < seqs.length; start += size)
        yield await this.#slots.read(seqs.slice(start, start + size))
    }
  }

  /**
   * Returns the alerts that are logged for an alert: one for each account of `{ accounts }`, and one for the
   * operator.
   */
  #addressed(alert: Alert): readonly Alert[] {
    const { audience } = alert
    if (typeof audience === 'string') return [alert]
    if ('accounts' in audience)
      return audience.accounts.map((account) => ({ ...alert, audience: { account, isWatched: true } }))
    const isForReceivers = this.#options.hasReceivers === true && !audience.isWatched
    return isForReceivers ? [alert, { ...alert, audience: 'operator' }] : [alert]
  }

  /** Returns the alerts at or after `from` that have the same owners as the given alerts. */
  async #loggedFrom(from: number, alerts: readonly Alert[]): Promise<readonly LoggedAlert[]> {
    await this.readNewest()
    const owners = [...new Set(alerts.map(ownerOf))]
    const lists = await Promise.all(owners.map((owner) => this.#lists.read(owner)))
    return this.#slots.read(between(lists, from - 1, Infinity, Infinity))
  }

  /** Lists alerts that follow the head without a gap, and raises the head. */
  async #list(alerts: readonly LoggedAlert[]): Promise<void> {
    if ((await this.#listedHead()) === 0) await this.#lists.begin()
    for (const owner of new Set(alerts.map(ownerOf))) {
      const seqs = alerts.filter((alert) => ownerOf(alert) === owner).map(({ seq }) => seq)
      await this.#lists.add(
        owner,
        seqs.sort((a, b) => a - b),
      )
    }
    const head = alerts.reduce((most, { seq }) => Math.max(most, seq), 0)
    await this.#store.atomic.raise(this.#headKey, head, FOREVER, this.#now())
  }

  async #listedHead(): Promise<number> {
    return this.#store.atomic.count(this.#headKey, this.#now())
  }

  get #headKey(): string {
    return `alert-head:${this.#originsId}`
  }
}

/** Returns the name of an alert, which differs for each owner. */
function nameOf(alert: Alert): string {
  return `${alert.id} ${ownerOf(alert)}`
}

function ownersFor(account: string | undefined): readonly string[] {
  return account === undefined ? [EVERYBODY] : [EVERYBODY, account]
}

/** Returns the first `limit` positions of several lists after `after` up to `last`, ascending. */
function between(
  lists: readonly Pick<AlertList, 'seqs'>[],
  after: number,
  last: number,
  limit: number,
): readonly number[] {
  const [first = [], ...others] = lists.map(({ seqs }) => {
    const from = indexAfter(seqs, after)
    return seqs.slice(from, Math.min(indexAfter(seqs, last), from + limit))
  })
  if (others.every(({ length }) => length === 0)) return first
  return [first, ...others]
    .flat()
    .sort((a, b) => a - b)
    .slice(0, limit)
}

/** Returns the index of the first position after a given one. */
function indexAfter(seqs: readonly number[], seq: number): number {
  return bisect(seqs.length, (i) => (seqs[i] ?? Infinity) <= seq)
}
