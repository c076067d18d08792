import type { LoggedAlert } from '#features/alerts/alert'
import { type AlertLists, EVERYBODY } from '#features/alerts/alert-lists'
import type { AlertSlots } from '#features/alerts/alert-slots'
import { days, hours, isWithin } from '#kernel/kit/time'
import { mapInBatches } from '#kernel/storage/records/batches'

/** Time for which an alert is kept, in milliseconds. */
const KEPT_MS = days(30)
/** Maximum number of stored alerts: public alerts, and alerts of each account. */
const [MAX_KEPT, MAX_KEPT_OF_ACCOUNT] = [10_000, 3_000]
/** Interval at which the age of all owners' alerts is checked, in milliseconds. */
const SWEPT_MS = hours(1)
/** Maximum number of alerts of an owner deleted at once. */
const MAX_PRUNED = 1_000
/** Number of newest slots that are never freed, as a process that appends may still be searching there. */
const NEWEST = 1_000
const PAGE = 100

/** Pending deliveries of an owner's alerts. */
export interface Deliveries {
  /** Returns whether an alert waits for delivery to any webhook. */
  isPending(alert: LoggedAlert): boolean
  /** Counts alerts that are deleted before a webhook that selects them had room for them. */
  drop(alerts: readonly LoggedAlert[]): Promise<void>
}

/** The deliveries of an instance that delivers nothing. */
export const NO_DELIVERIES: Deliveries = { isPending: () => false, drop: async () => {} }

/** Parts of the log that pruning reads and changes. */
interface Pruned {
  readonly slots: AlertSlots
  readonly lists: AlertLists
  readonly now: () => number
  /** Returns the pending deliveries of an owner's alerts. */
  deliveriesOf(owner: string): Promise<Deliveries>
}

/** Deletes excess and old alerts, except alerts that wait for delivery. */
export class AlertPruning {
  readonly #pruned: Pruned
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(pruned: Pruned) {
    this.#pruned = pruned
  }

  /**
   * Prunes the alerts of some owners, and once an hour the alerts of all owners, as an account without new
   * alerts would not be pruned otherwise.
   */
  async prune(owners: ReadonlySet<string>, head: number): Promise<void> {
    const now = this.#pruned.now()
    const isSwept = isWithin(this.#sweptAt, this.#sweptAt + SWEPT_MS, now)
    if (!isSwept) this.#sweptAt = now
    const all = isSwept ? owners : await this.#pruned.lists.owners()
    await mapInBatches([...all], (owner) => this.#pruneOf(owner, head, !isSwept))
  }

  async #pruneOf(owner: string, head: number, isAgeChecked: boolean): Promise<void> {
    const { slots, lists, now } = this.#pruned
    const seqs = [...(await lists.read(owner)).seqs]
    const excess = seqs.length - (owner === EVERYBODY ? MAX_KEPT : MAX_KEPT_OF_ACCOUNT)
    const since = isAgeChecked ? now() - KEPT_MS : 0
    const isOld = (alert: LoggedAlert | undefined) => !alert || Date.parse(alert.timestamp) <= since
    const isOldestOld = async () => seqs.length > 0 && isOld((await slots.read(seqs.slice(0, 1)))[0])
    if (excess <= 0 && !(isAgeChecked && (await isOldestOld()))) return
    const deliveries = await this.#pruned.deliveriesOf(owner)
    const chosen: { readonly seq: number; readonly alert: LoggedAlert | undefined }[] = []
    for await (const found of this.#pages(seqs)) {
      const isExcess = chosen.length < excess && found.seq <= head - NEWEST
      if (chosen.length === MAX_PRUNED || !(isExcess || isOld(found.alert))) break
      if (!found.alert || !deliveries.isPending(found.alert)) chosen.push(found)
    }
    // Positions are removed first. A process that ends here leaves only slots that are not read.
    const removed = new Set(
      await lists.remove(
        owner,
        chosen.map(({ seq }) => seq),
      ),
    )
    await deliveries.drop(chosen.flatMap(({ seq, alert }) => (alert && removed.has(seq) ? alert : [])))
    await slots.delete([...removed])
  }

  /** Yields the alerts at some positions; `undefined` if the slot is free. */
  async *#pages(seqs: readonly number[]) {
    for (let start = 0; start < seqs.length; start += PAGE) {
      const page = seqs.slice(start, start + PAGE)
      const alerts = new Map((await this.#pruned.slots.read(page)).map((alert) => [alert.seq, alert]))
      for (const seq of page) yield { seq, alert: alerts.get(seq) }
    }
  }
}
