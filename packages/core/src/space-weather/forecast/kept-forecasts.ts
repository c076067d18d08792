import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Context } from '#kit/context'
import { days, hours, utcDay } from '#kit/time'
import { type KpForecast, kpForecast } from '#space-weather/swpc/kp-forecast'
import { AtomicRecords } from '#storage/records/atomic-records'
import { mergeByKey, recordKind } from '#storage/records/record-kind'
import { DAY, whole } from '#storage/records/schemas'
import type { Store } from '#storage/store'
import { pull } from '#upstreams/client/pull'
import type { Pulled } from '#upstreams/upstream'

/** For how many days after the day of its issue a forecast is kept. */
export const KEPT_FORECAST_DAYS = 365
/** Issues of one day that are kept at most; NOAA issues two, and rarely a correction. */
const MAX_ISSUES_A_DAY = 24
/** Days that a search reads at once. */
const DAYS_AT_ONCE = 16

const forecastIssue = v.strictObject({
  /** Epoch milliseconds. */
  issuedAt: whole,
  /** Provenance label. */
  source: v.string(),
  /** Ascending. */
  windows: v.pipe(
    v.array(v.strictObject({ at: whole, kp: v.number(), gScale: v.nullable(v.string()) })),
    v.readonly(),
  ),
})

/** A forecast of Kp as it was issued. */
export type ForecastIssue = Readonly<v.InferOutput<typeof forecastIssue>>

/** The issues of a UTC day, oldest first. */
export const forecastKind = recordKind<readonly ForecastIssue[]>({
  name: 'forecast',
  id: DAY,
  schema: v.array(forecastIssue),
  until: (day) => Date.parse(day) + days(1 + KEPT_FORECAST_DAYS),
  merge(stored, added) {
    const all = mergeByKey(stored, added, ({ issuedAt }) => issuedAt)
    return all.length > MAX_ISSUES_A_DAY ? stored : all
  },
})

/**
 * Every issue of the forecast of Kp, under the UTC day of its issue. No issue is lost where several processes
 * add theirs at once; one that is there already is not written.
 */
export class KeptForecasts {
  readonly #records: AtomicRecords<readonly ForecastIssue[]>
  readonly #now: () => number
  /** Days that ended long enough ago to gain no issue; a search for what is not there reads each once. */
  readonly #ended = new LRUCache<string, readonly ForecastIssue[]>({
    max: KEPT_FORECAST_DAYS + DAYS_AT_ONCE,
    ttl: hours(1),
  })

  constructor(store: Store, originsId: string, now: () => number) {
    this.#records = new AtomicRecords(forecastKind, { store, now }, originsId)
    this.#now = now
  }

  /** Keeps an issue, unless one of that instant is kept; throws as the store does. */
  async keep(issue: ForecastIssue): Promise<void> {
    await this.#records.merge(utcDay(issue.issuedAt), [issue])
  }

  /** Yields the issues of each day that has some, oldest first; throws as the store does. */
  async *days(): AsyncGenerator<readonly [day: string, issues: readonly ForecastIssue[]]> {
    const now = this.#now()
    for (let back = KEPT_FORECAST_DAYS + 1; back >= -1; back -= 1) {
      const day = utcDay(now - days(back))
      const issues = await this.#read(day)
      if (issues.length > 0) yield [day, issues]
    }
  }

  /** Returns the newest issue from before an instant, if one is kept; throws as the store does. */
  async newestBefore(instant: number): Promise<ForecastIssue | undefined> {
    const oldest = utcDay(this.#now() - days(KEPT_FORECAST_DAYS + 1))
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

  async #read(day: string): Promise<readonly ForecastIssue[]> {
    const known = this.#ended.get(day)
    if (known) return known
    const issues = (await this.#records.read(day)) ?? []
    if (Date.parse(day) + days(2) < this.#now()) this.#ended.set(day, issues)
    return issues
  }
}

/**
 * Fetches the forecast of Kp and keeps its issue, if it is new. A store that fails is reported and costs
 * nothing but the record: each fetch tries again.
 *
 * @throws Problem if neither the forecast nor its fallback can be had.
 */
export async function recordForecast(context: Context): Promise<Pulled<KpForecast>> {
  const pulled = await pull(kpForecast, undefined, context)
  const { issuedAt, windows } = pulled.value
  if (issuedAt !== null)
    await context.spaceWeather.keptForecasts
      .keep({ issuedAt, windows, source: pulled.source })
      .catch(context.onError)
  return pulled
}
