import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { days, iso } from '#time'

/** Result of one verification of all upstreams; instants are epoch milliseconds. */
export interface CheckReport {
  readonly startedAt: number
  readonly finishedAt: number
  /** All feeds, each followed by its fallbacks. */
  readonly upstreams: readonly CheckedUpstream[]
}

/** Result for one feed; instants are epoch milliseconds, `null` where unknown. */
export interface CheckedUpstream {
  readonly id: string
  /** Name of the provider, such as `NOAA SWPC`. */
  readonly provider: string
  /**
   * `down` if the request failed or the newest value is too old to be served, `degraded` if that value is
   * late, `unknown` if the feed could not be requested and never was.
   */
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown'
  /** When it was requested: before the check, if it may not be requested again yet. */
  readonly requestedAt: number | null
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  /** The latest instant that its data refer to. */
  readonly dataAsOf: number | null
  readonly schemaOk: boolean | null
  /**
   * A stable code, with details after a colon, such as `schema_mismatch: estimated_kp is missing`. The codes
   * are `schema_mismatch`, `late`, `stale`, `unreachable`, `timeout`, `http_503` and so on, `too_large`,
   * `absent`, `went_back`, `not_modified` and `not_requested`.
   */
  readonly error: string | null
}

/** How long after the end of a check the next one is due, in milliseconds. */
export const CHECK_EVERY_MS = days(7)

const RETENTION_MS = days(365)
/** 53 weekly reports a year, and those that operators start. */
const MAX_REPORTS = 400

interface IndexEntry {
  readonly startedAt: number
  readonly finishedAt: number
}

/** Returns the ids of the origin sets that a store has reports of, ascending. */
export async function listOriginsIdsWithReports(store: Store): Promise<string[]> {
  const names = await store.keys('check:')
  const originsIds = names.map((name) => /^check:(.*):index$/.exec(name)?.[1])
  return originsIds.filter((originsId) => originsId !== undefined).sort()
}

/** The reports of a year: one record each, and an index, which only the owner of the check's lease writes. */
export class CheckReports {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number

  constructor(store: Store, originsId: string, now: () => number) {
    this.#store = store
    this.#prefix = `check:${originsId}:`
    this.#now = now
  }

  /** Returns the reports of the last 365 days, ascending, at most 400. */
  async listYear(): Promise<readonly CheckReport[]> {
    const entries = await this.#readIndex()
    const reports = await Promise.all(entries.map((entry) => this.#readReport(entry)))
    return reports.filter((report) => report !== undefined)
  }

  /** Returns when the checks began whose reports are in the index but missing, ISO 8601 UTC. */
  async listMissing(): Promise<readonly string[]> {
    const entries = await this.#readIndex()
    const reports = await Promise.all(entries.map((entry) => this.#readReport(entry)))
    return entries.filter((_, i) => reports[i] === undefined).map(({ startedAt }) => iso(startedAt))
  }

  /** Returns the last report of the last 365 days. */
  async last(): Promise<CheckReport | undefined> {
    const entry = (await this.#readIndex()).at(-1)
    return entry && this.#readReport(entry)
  }

  /** Returns when the last check of the year ended, in epoch milliseconds; `null` if there was none. */
  async lastEndedAt(): Promise<number | null> {
    return (await this.#readIndex()).at(-1)?.finishedAt ?? null
  }

  /** Stores a report until a year after its end; deletes the oldest of more than 400. */
  async put(report: CheckReport): Promise<void> {
    const { startedAt, finishedAt } = report
    const ttlMs = Math.min(RETENTION_MS, finishedAt + RETENTION_MS - this.#now())
    if (ttlMs <= 0) return
    await this.#store.set(this.#keyOf(report), toStored(report), ttlMs)
    const others = (await this.#readIndex()).filter((entry) => entry.startedAt !== startedAt)
    const entries = [...others, { startedAt, finishedAt }].sort((a, b) => a.startedAt - b.startedAt)
    await this.#store.set(this.#indexKey(), toStored(entries.slice(-MAX_REPORTS)), RETENTION_MS)
    for (const entry of entries.slice(0, -MAX_REPORTS)) await this.#store.delete(this.#keyOf(entry))
  }

  async #readIndex(): Promise<readonly IndexEntry[]> {
    const stored = fromStored<readonly IndexEntry[]>((await this.#store.get(this.#indexKey())) ?? [])
    const now = this.#now()
    // A check that ends in the future was recorded by a clock that was ahead.
    return stored.filter(({ finishedAt }) => finishedAt > now - RETENTION_MS && finishedAt < now + days(1))
  }

  async #readReport(entry: IndexEntry): Promise<CheckReport | undefined> {
    return fromStored(await this.#store.get(this.#keyOf(entry)))
  }

  #keyOf({ startedAt }: IndexEntry): string {
    return `${this.#prefix}${iso(startedAt)}`
  }

  #indexKey(): string {
    return `${this.#prefix}index`
  }
}
