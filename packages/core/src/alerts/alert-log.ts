import type { Alert, LoggedAlert } from '#alerts/alert'
import { type AlertList, AlertLists, EVERYBODY, ownerOf } from '#alerts/alert-lists'
import { AlertPruning, type Deliveries } from '#alerts/alert-pruning'
import { AlertSlots } from '#alerts/alert-slots'
import { bisect } from '#kit/bisect'
import { FOREVER, seconds } from '#kit/time'
import type { Store } from '#storage/store'

/** New alerts that are cached before they are read, at most. */
const MAX_AHEAD = 300
/** Alerts of a range that are read from the store at once. */
const PAGE = 500
/** How often streams read the head. */
const HEAD_MS = seconds(1)

/** The alerts of an account, with those of everybody, between two positions. */
export interface AlertRange {
  /** The `seq` after which they begin. */
  readonly after: number
  /** The `seq` up to which they reach; there may be no alert at it. */
  readonly upTo: number
  readonly alerts: readonly LoggedAlert[]
  /** Whether some were deleted while they were read. */
  readonly isCut: boolean
}

/** What a log needs of the service around it. */
export interface AlertLogOptions {
  /** Called for each alert that this instance appends, and that was not in the log before. */
  readonly onAppend?: (alert: Alert) => void
  /** Whether receivers of the operator get what concerns single accounts. @default false */
  readonly hasReceivers?: boolean
  /** Returns what webhooks still need of the alerts of an owner. @default nothing */
  readonly deliveriesOf?: (owner: string) => Promise<Deliveries>
}

/**
 * The alerts of the last 30 days in the order in which they were logged, shared by all processes on a store.
 *
 * The log is a row of slots. Appending is one atomic step: to become the owner of the first free slot, with
 * the alert as the owner's name. So no reader sees a slot before those in front of it, and a writer that finds
 * its own alert in a slot on its way has nothing left to do. Then the position of each alert is added to the
 * list of its owner, by which alerts are read and pruned; last, the head is raised, up to which all are listed.
 */
export class AlertLog {
  readonly #store: Store
  readonly #originsId: string
  readonly #now: () => number
  readonly #options: AlertLogOptions
  readonly #slots: AlertSlots
  readonly #lists: AlertLists
  readonly #pruning: AlertPruning
  /** What an import has put into slots. */
  #restored: LoggedAlert[] = []
  /** The newest `seq` that this process has read, and when it did so for streams. */
  #newest = 0
  #readAt = Number.NEGATIVE_INFINITY
  /** Whether it is known that the head is that of the lists, and not of a version without them. */
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
   * Returns the `seq` of the newest alert, and caches the alerts that are new to this process. Where the log
   * has lost its end, with a store that was killed, others may take their place: nothing cached counts then.
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
   * Returns the `seq` of the newest alert as read less than about a second ago, once for all streams of a
   * process. Each stream calls it by a timer of its own, so that on Workers no request waits for another's.
   */
  async recentNewest(): Promise<number> {
    const now = performance.now()
    if (now - this.#readAt < HEAD_MS) return this.#newest
    this.#readAt = now
    return this.readNewest()
  }

  /**
   * Returns the `seq` of the oldest alert that is kept of an account and of everybody, one after the newest if
   * there is none; and the highest one that was deleted of them, 0 for none.
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
   * Appends alerts, except those that are in the log at or after `from`: one for each account that it
   * concerns, and one for the operator's receivers.
   * @param from The `seq` after `head()` at a time when none of the alerts was in the log.
   * @returns The alerts with their `seq`, whoever appended them.
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

  /** Puts an alert of an exported log at its position, unless another is there; see `openRestored`. */
  async restore(seq: number, alert: Alert): Promise<void> {
    this.#restored.push((await this.#slots.take(seq, alert)).alert)
  }

  /** Lets readers see the alerts that were restored. */
  async openRestored(): Promise<void> {
    const restored = this.#restored
    this.#restored = []
    if (restored.length > 0) await this.#list(restored)
  }

  /** Returns up to `limit` alerts of an account and of everybody after `after`, oldest first. */
  async read(after: number, limit: number, account?: string): Promise<readonly LoggedAlert[]> {
    return (await this.readRange(account, after, await this.readNewest(), limit)).alerts
  }

  /** Returns the newest alerts of everybody below `before`, oldest first, at most `limit`. */
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
   * Returns the alerts of an account and of everybody after `after` up to `head`, the first `limit` of them.
   * @param account `undefined` for those of everybody only.
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

  /** Yields all alerts by pages, those of each owner oldest first. */
  async *pages(size: number): AsyncGenerator<readonly LoggedAlert[]> {
    await this.readNewest()
    for (const owner of await this.#lists.owners()) {
      const seqs = [...(await this.#lists.read(owner)).seqs]
      for (let start = 0; start < seqs.length; start += size)
        yield await this.#slots.read(seqs.slice(start, start + size))
    }
  }

  /** Returns the alerts as which one is logged: for each account of `{ accounts }`, and for the operator. */
  #addressed(alert: Alert): readonly Alert[] {
    const { audience } = alert
    if (typeof audience === 'string') return [alert]
    if ('accounts' in audience)
      return audience.accounts.map((account) => ({ ...alert, audience: { account, isWatched: true } }))
    const isForReceivers = this.#options.hasReceivers === true && !audience.isWatched
    return isForReceivers ? [alert, { ...alert, audience: 'operator' }] : [alert]
  }

  /** Returns the alerts at or after `from` that have the owners of some alerts. */
  async #loggedFrom(from: number, alerts: readonly Alert[]): Promise<readonly LoggedAlert[]> {
    await this.readNewest()
    const owners = [...new Set(alerts.map(ownerOf))]
    const lists = await Promise.all(owners.map((owner) => this.#lists.read(owner)))
    return this.#slots.read(between(lists, from - 1, Infinity, Infinity))
  }

  /** Lists alerts, those behind the head without a gap, and raises the head. */
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

const NO_DELIVERIES: Deliveries = { isPending: () => false, drop: async () => {} }

/** An alert has one name for each owner. */
function nameOf(alert: Alert): string {
  return `${alert.id} ${ownerOf(alert)}`
}

function ownersFor(account: string | undefined): readonly string[] {
  return account === undefined ? [EVERYBODY] : [EVERYBODY, account]
}

/** Returns the first `limit` positions of some lists after `after` up to `last`, ascending. */
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

/** Returns the index of the first position after one. */
function indexAfter(seqs: readonly number[], seq: number): number {
  return bisect(seqs.length, (i) => (seqs[i] ?? Infinity) <= seq)
}
