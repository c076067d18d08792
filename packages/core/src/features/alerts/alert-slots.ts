import { LRUCache } from 'lru-cache'
import type { Alert, LoggedAlert } from '#features/alerts/alert'
import { FOREVER } from '#kernel/kit/time'
import { mapInBatches } from '#kernel/storage/records/batches'
import type { Store } from '#kernel/storage/store'

/** Maximum number of cached alerts. Alerts never change. */
const CACHED = 2_000
/** Number of slots read at once. */
const BATCH = 100

/** The slots of the log, by position. A slot keeps its alert until the alert is deleted. */
export class AlertSlots {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  readonly #cached = new LRUCache<number, LoggedAlert>({ max: CACHED })

  constructor(store: Store, originsId: string, now: () => number) {
    this.#store = store
    this.#prefix = `alert:${originsId}:`
    this.#now = now
  }

  /**
   * Puts an alert into a slot if it is free. Returns the alert that is then in the slot, and whether it is
   * this one.
   */
  async take(seq: number, alert: Alert): Promise<{ readonly alert: LoggedAlert; readonly isOwn: boolean }> {
    const text = JSON.stringify(alert)
    const slot = await this.#store.atomic.setIfAbsent(this.#keyOf(seq), text, FOREVER, this.#now())
    const taken: LoggedAlert = { ...(JSON.parse(slot) as Alert), seq }
    this.#cached.set(seq, taken)
    return { alert: taken, isOwn: slot === text }
  }

  /** Returns the alerts in some slots, in the order of the positions. Free slots are left out. */
  async read(seqs: readonly number[]): Promise<LoggedAlert[]> {
    const alerts: LoggedAlert[] = []
    for (let start = 0; start < seqs.length; start += BATCH) {
      const batch = await Promise.all(seqs.slice(start, start + BATCH).map((seq) => this.#readOne(seq)))
      alerts.push(...batch.filter((alert) => alert !== undefined))
    }
    return alerts
  }

  /** Returns the alerts in some slots if all are cached. */
  cached(seqs: readonly number[]): LoggedAlert[] | undefined {
    const alerts = seqs.map((seq) => this.#cached.get(seq)).filter((alert) => alert !== undefined)
    return alerts.length === seqs.length ? alerts : undefined
  }

  async delete(seqs: readonly number[]): Promise<void> {
    const { atomic } = this.#store
    await mapInBatches(seqs, async (seq) => {
      const key = this.#keyOf(seq)
      const text = await atomic.get(key, this.#now(), FOREVER)
      if (text !== '') await atomic.compareAndSwap(key, text, '', 0, this.#now())
      this.#cached.delete(seq)
    })
  }

  /** Clears the cache. */
  clear(): void {
    this.#cached.clear()
  }

  async #readOne(seq: number): Promise<LoggedAlert | undefined> {
    const cached = this.#cached.get(seq)
    if (cached) return cached
    const text = await this.#store.atomic.get(this.#keyOf(seq), this.#now(), FOREVER)
    if (text === '') return undefined
    const alert: LoggedAlert = { ...(JSON.parse(text) as Alert), seq }
    this.#cached.set(seq, alert)
    return alert
  }

  #keyOf(seq: number): string {
    return `${this.#prefix}${seq}`
  }
}
