import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { days, hours, utcDay } from '#kernel/kit/time'
import { AtomicRecords } from '#kernel/storage/records/atomic-records'
import { mergeByKey, type RecordKind, recordKind } from '#kernel/storage/records/record-kind'
import { DAY } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** Number of days for which a forecast is kept after the day of its issue. */
export const KEPT_ISSUE_DAYS = 365
/** Maximum number of forecasts kept per day. NOAA issues two, and rarely a correction. */
const MAX_ISSUES_A_DAY = 24
/** Number of days that a search reads concurrently. */
const DAYS_AT_ONCE = 16

/** A forecast as it was issued. */
export interface Issue {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** Provenance label. */
  readonly source: string
  /** Time of the first fetch, in epoch milliseconds; absent in older records. */
  readonly fetchedAt?: number | undefined
}

/** Declares a record kind for the forecasts issued on a UTC day, oldest first. */
export function issueKind<T extends Issue>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
): RecordKind<readonly T[]> {
  return recordKind<readonly T[]>({
    name,
    id: DAY,
    schema: v.array(schema),
    until: (day) => Date.parse(day) + days(1 + KEPT_ISSUE_DAYS),
    merge(stored, added) {
      const all = mergeByKey(stored, added, ({ issuedAt }) => issuedAt)
      return all.length > MAX_ISSUES_A_DAY ? stored : all
    },
  })
}

/**
 * All stored forecasts of one kind, by UTC day of issue. No forecast is lost if several processes add one
 * concurrently. A forecast that is already stored is not written again.
 */
export class KeptIssues<T extends Issue> {
  readonly #records: AtomicRecords<readonly T[]>
  readonly #now: () => number
  /**
   * Days that ended long enough ago to receive no further forecast, so that a search reads each of them once.
   */
  readonly #ended = new LRUCache<string, readonly T[]>({
    max: KEPT_ISSUE_DAYS + DAYS_AT_ONCE,
    ttl: hours(1),
  })

  constructor(kind: RecordKind<readonly T[]>, store: Store, originsId: string, now: () => number) {
    this.#records = new AtomicRecords(kind, { store, now }, originsId)
    this.#now = now
  }

  /** Stores a forecast, unless one with the same time of issue is stored. Throws as the store does. */
  async keep(issue: T): Promise<void> {
    await this.#records.merge(utcDay(issue.issuedAt), [issue])
  }

  /** Yields the forecasts of each day that has any, oldest first. Throws as the store does. */
  async *days(): AsyncGenerator<readonly [day: string, issues: readonly T[]]> {
    const now = this.#now()
    for (let back = KEPT_ISSUE_DAYS + 1; back >= -1; back -= 1) {
      const day = utcDay(now - days(back))
      const issues = await this.#read(day)
      if (issues.length > 0) yield [day, issues]
    }
  }

  /** Returns the newest forecast issued before an instant, if one is stored. Throws as the store does. */
  async newestBefore(instant: number): Promise<T | undefined> {
    const oldest = utcDay(this.#now() - days(KEPT_ISSUE_DAYS + 1))
    let at = Math.min(instant, this.#now() + days(1))
    while (utcDay(at) >= oldest) {
      const names = Array.from({ length: DAYS_AT_ONCE }, (_, i) => utcDay(at - days(i)))
      for (const issues of await Promise.all(names.map((day) => this.#read(day)))) {
        const found = issues.findLast(({ issuedAt }) => issuedAt < instant)
        if (found) return found
      }
      at -= days(DAYS_AT_ONCE)
    }
    return undefined
  }

  async #read(day: string): Promise<readonly T[]> {
    const known = this.#ended.get(day)
    if (known) return known
    const issues = (await this.#records.read(day)) ?? []
    if (Date.parse(day) + days(2) < this.#now()) this.#ended.set(day, issues)
    return issues
  }
}
