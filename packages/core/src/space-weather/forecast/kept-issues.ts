import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Context } from '#kit/context'
import { days, hours, utcDay } from '#kit/time'
import { AtomicRecords } from '#storage/records/atomic-records'
import { mergeByKey, type RecordKind, recordKind } from '#storage/records/record-kind'
import { DAY } from '#storage/records/schemas'
import type { Store } from '#storage/store'
import { pull } from '#upstreams/client/pull'
import type { Measured, Pulled } from '#upstreams/upstream'

/** For how many days after the day of its issue a forecast is kept. */
export const KEPT_ISSUE_DAYS = 365
/** Issues of one day that are kept at most; NOAA issues two, and rarely a correction. */
const MAX_ISSUES_A_DAY = 24
/** Days that a search reads at once. */
const DAYS_AT_ONCE = 16

/** A forecast as it was issued. */
export interface Issue {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** Provenance label. */
  readonly source: string
  /** When it was fetched first, in epoch milliseconds; absent in older records. */
  readonly fetchedAt?: number | undefined
}

/** Declares the issues of a forecast as records: those of a UTC day, oldest first. */
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
 * Every issue of a forecast, under the UTC day of its issue. No issue is lost where several processes add
 * theirs at once; one that is there already is not written.
 */
export class KeptIssues<T extends Issue> {
  readonly #records: AtomicRecords<readonly T[]>
  readonly #now: () => number
  /** Days that ended long enough ago to gain no issue; a search for what is not there reads each once. */
  readonly #ended = new LRUCache<string, readonly T[]>({
    max: KEPT_ISSUE_DAYS + DAYS_AT_ONCE,
    ttl: hours(1),
  })

  constructor(kind: RecordKind<readonly T[]>, store: Store, originsId: string, now: () => number) {
    this.#records = new AtomicRecords(kind, { store, now }, originsId)
    this.#now = now
  }

  /** Keeps an issue, unless one of that instant is kept; throws as the store does. */
  async keep(issue: T): Promise<void> {
    await this.#records.merge(utcDay(issue.issuedAt), [issue])
  }

  /** Yields the issues of each day that has some, oldest first; throws as the store does. */
  async *days(): AsyncGenerator<readonly [day: string, issues: readonly T[]]> {
    const now = this.#now()
    for (let back = KEPT_ISSUE_DAYS + 1; back >= -1; back -= 1) {
      const day = utcDay(now - days(back))
      const issues = await this.#read(day)
      if (issues.length > 0) yield [day, issues]
    }
  }

  /** Returns the newest issue from before an instant, if one is kept; throws as the store does. */
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

/** The forecast of a feed. */
export interface Product {
  /** When it was issued, in epoch milliseconds; `null` where the feed does not tell. */
  readonly issuedAt: number | null
  /** How new it is, in epoch milliseconds: its issue, or what else tells. */
  readonly asOf: number
}

/** A forecast of which each issue is kept. */
export interface IssuedForecast<Value extends Product, T extends Issue> {
  readonly feed: Measured<Value>
  readonly keptIn: (context: Context) => KeptIssues<T>
  /** Returns a value as it is kept. */
  readonly toIssue: (value: Value, issue: Issue) => T
}

/**
 * Fetches a forecast and keeps its issue, if it is new. A store that fails is reported and costs nothing but
 * the record: each fetch tries again.
 *
 * @throws Problem if neither the forecast nor its fallback can be had.
 */
export async function recordIssue<Value extends Product, T extends Issue>(
  { feed, keptIn, toIssue }: IssuedForecast<Value, T>,
  context: Context,
): Promise<Pulled<Value>> {
  const pulled = await pull(feed, undefined, context)
  const { value, source, fetchedAt } = pulled
  const { issuedAt } = value
  if (issuedAt !== null)
    await keptIn(context).keep(toIssue(value, { issuedAt, source, fetchedAt })).catch(context.onError)
  return pulled
}
