import * as v from 'valibot'
import { days, utcDay } from '#kernel/kit/time'
import { endOfMonth, monthsBetween } from '#kernel/storage/records/months'
import { mergeByKey, partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { MONTH, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

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
  /** Time of the request, which is before the check if the feed may not be requested again yet. */
  readonly requestedAt: number | null
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  /** The latest time that its data refer to. */
  readonly dataAsOf: number | null
  readonly schemaOk: boolean | null
  /**
   * A stable code, with details after a colon, such as `schema_mismatch: estimated_kp is missing`. The codes
   * are `schema_mismatch`, `late`, `stale`, `unreachable`, `timeout`, `http_503` and so on, `too_large`,
   * `absent`, `went_back`, `unusable_rows`, `not_modified` and `not_requested`.
   */
  readonly error: string | null
}

/** Time after the end of a check at which the next one is due, in milliseconds. */
export const CHECK_EVERY_MS = days(7)

const RETENTION_MS = days(365)
/** Maximum number of reports kept per month: about five weekly ones, and reports started by operators. */
const MAX_A_MONTH = 100

const report = v.object({
  startedAt: whole,
  finishedAt: whole,
  upstreams: v.array(v.object({ id: v.string() })),
})

/** The reports of a month, under the month in which they began. */
export const checkKind = recordKind<readonly CheckReport[]>({
  name: 'check',
  id: MONTH,
  schema: partlyChecked<readonly CheckReport[]>(v.array(report)),
  until: (month) => endOfMonth(month) + RETENTION_MS,
  merge: (stored, added) => mergeByKey(added, stored, ({ startedAt }) => startedAt).slice(-MAX_A_MONTH),
})

/** The reports of a year, by month; only the owner of the check's lease writes them. */
export class CheckReports {
  readonly #records: Records<readonly CheckReport[]>
  readonly #now: () => number

  constructor(store: Store, originsId: string, now: () => number) {
    this.#records = new Records(checkKind, { store, now }, originsId)
    this.#now = now
  }

  /** Returns the reports of the last 365 days, ascending. */
  async listYear(): Promise<readonly CheckReport[]> {
    return (await this.#records.list(this.#months())).flat().filter((each) => this.#isOfYear(each))
  }

  /** Returns the last report of the last 365 days that has all feeds with these ids. */
  async last(ids: readonly string[] = []): Promise<CheckReport | undefined> {
    for (const month of this.#months().reverse()) {
      const reports = await this.#records.read(month)
      const found = reports?.findLast((each) => this.#isOfYear(each) && hasAll(each, ids))
      if (found) return found
    }
    return undefined
  }

  /**
   * Returns when the last check of the year that had all feeds with these ids ended, in epoch milliseconds;
   * `null` if there was none.
   */
  async lastEndedAt(ids?: readonly string[]): Promise<number | null> {
    return (await this.last(ids))?.finishedAt ?? null
  }

  /** Stores a report for a year. If more than 100 began in one month, the oldest are deleted. */
  async put(report: CheckReport): Promise<void> {
    await this.#records.merge(utcDay(report.startedAt).slice(0, 7), [report])
  }

  #months(): string[] {
    const now = this.#now()
    return monthsBetween(utcDay(now - RETENTION_MS - days(1)), utcDay(now + days(1)))
  }

  /**
   * Returns whether a report is from the last year. A check that ends in the future was recorded by a clock
   * that was ahead.
   */
  #isOfYear({ finishedAt }: CheckReport): boolean {
    const now = this.#now()
    return finishedAt > now - RETENTION_MS && finishedAt < now + days(1)
  }
}

function hasAll({ upstreams }: CheckReport, ids: readonly string[]): boolean {
  const checked = new Set(upstreams.map(({ id }) => id))
  return ids.every((id) => checked.has(id))
}
