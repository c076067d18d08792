import type { Store } from '#storage/store'

/** A monthly report as it is stored: its content is never changed. */
export interface StoredReport {
  /** Month, such as `2026-11`. */
  readonly month: string
  /** From 1. */
  readonly revision: number
  /** ISO 8601 UTC. */
  readonly generated_at: string
}

/** The revisions that there are of a month. */
export interface ReportEntry {
  readonly month: string
  /** Ascending; the last one is current. */
  readonly revisions: readonly Omit<StoredReport, 'month'>[]
}

/**
 * The monthly reports of one origin set, kept for ever: one record for each revision, and an index, which
 * only the owner of the job's lease writes.
 */
export class Reports<Report extends StoredReport> {
  readonly #store: Store
  readonly #prefix: string

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#prefix = `report:${originsId}:`
  }

  /** Returns the months that have a report, newest first. */
  async list(): Promise<readonly ReportEntry[]> {
    return (await this.#store.get<readonly ReportEntry[]>(this.#indexKey())) ?? []
  }

  /** Returns what there is of a month, if anything. */
  async find(month: string): Promise<ReportEntry | undefined> {
    return (await this.list()).find((entry) => entry.month === month)
  }

  /** Returns a revision of a report, if there is one; default the current. */
  async read(month: string, revision?: number): Promise<Report | undefined> {
    const wanted = revision ?? (await this.find(month))?.revisions.at(-1)?.revision
    return wanted === undefined ? undefined : this.#store.get(this.#keyOf({ month, revision: wanted }))
  }

  /** Stores a revision, which becomes the current one. */
  async put(report: Report): Promise<void> {
    const { month, revision, generated_at } = report
    await this.#store.set(this.#keyOf(report), report)
    const entries = await this.list()
    const revisions = entries.find((entry) => entry.month === month)?.revisions ?? []
    const others = entries.filter((entry) => entry.month !== month)
    const entry = { month, revisions: [...revisions, { revision, generated_at }] }
    const sorted = [...others, entry].sort((one, other) => (one.month < other.month ? 1 : -1))
    await this.#store.set(this.#indexKey(), sorted)
  }

  #keyOf({ month, revision }: Pick<StoredReport, 'month' | 'revision'>): string {
    return `${this.#prefix}${month}:${revision}`
  }

  #indexKey(): string {
    return `${this.#prefix}index`
  }
}
