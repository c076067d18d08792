import type { DayChanges, DaySummary } from '#orbit/day-summary'
import type { Store } from '#store/store'

/** The daily summaries of the shells of one origin set, kept for 400 days by default. */
export class ShellDays {
  readonly #store: Store
  readonly #prefix: string

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#prefix = `shell-day:${originsId}:`
  }

  /** Returns the summary of a day such as `2026-11-22`, if there is one. */
  read(_day: string): Promise<DaySummary | undefined> {
    throw new Error(`${this.#prefix}${this.#store}`)
  }

  /** Returns the summaries from one day to another, both included, oldest first; days without a run are absent. */
  list(_from: string, _to: string): Promise<DaySummary[]> {
    throw new Error()
  }

  /** Returns what changed on a day. */
  readChanges(_day: string): Promise<DayChanges | undefined> {
    throw new Error()
  }
}
