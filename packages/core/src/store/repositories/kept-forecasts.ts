import { LRUCache } from 'lru-cache'
import type { Store } from '#store/store'
import { days, hours, utcDay } from '#time'

/** For how many days after the day of its issue a forecast is kept. */
export const KEPT_FORECAST_DAYS = 365
/** Issues of one day that are kept at most; NOAA issues two, and rarely a correction. */
const MAX_ISSUES_A_DAY = 24
/** Days that a search reads at once. */
const DAYS_AT_ONCE = 16

/** The forecast of one window of three hours. */
export interface ForecastWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  /** NOAA's mark of the G scale; `null` where it sets none. */
  readonly gScale: string | null
}

/** A forecast of Kp as it was issued. */
export interface ForecastIssue {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** Provenance label. */
  readonly source: string
  /** Ascending. */
  readonly windows: readonly ForecastWindow[]
}

/**
 * Every issue of the forecast of Kp, under the UTC day of its issue. A day grows by compare-and-swap, so that
 * no issue is lost where several processes add theirs at once; an issue that is there already is not written.
 */
export class KeptForecasts {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  /** Days that ended long enough ago to gain no issue; a search for what is not there reads each once. */
  readonly #ended = new LRUCache<string, readonly ForecastIssue[]>({
    max: KEPT_FORECAST_DAYS + DAYS_AT_ONCE,
    ttl: hours(1),
  })

  constructor(store: Store, originsId: string, now: () => number) {
    this.#store = store
    this.#prefix = `forecast:${originsId}:kp:`
    this.#now = now
  }

  /** Keeps an issue, unless one of that instant is kept; throws as the store does. */
  async keep(issue: ForecastIssue): Promise<void> {
    const day = utcDay(issue.issuedAt)
    const [key, until] = [this.#prefix + day, endOf(day)]
    for (;;) {
      const now = this.#now()
      if (until <= now) return
      const stored = await this.#store.counters.owner(key, now, until)
      const issues = decode(stored)
      if (issues.length >= MAX_ISSUES_A_DAY) return
      if (issues.some(({ issuedAt }) => issuedAt === issue.issuedAt)) return
      const grown = [...issues, issue].sort((one, other) => one.issuedAt - other.issuedAt)
      if (await this.#store.counters.compareAndSwap(key, stored, encode(grown), until, now)) return
    }
  }

  /** Yields all issues that are kept, oldest first; throws as the store does. */
  async *issues(): AsyncGenerator<ForecastIssue> {
    const now = this.#now()
    for (let back = KEPT_FORECAST_DAYS + 1; back >= 0; back -= 1)
      yield* await this.#read(utcDay(now - days(back)))
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
    const now = this.#now()
    const issues = decode(await this.#store.counters.owner(this.#prefix + day, now, endOf(day)))
    if (Date.parse(day) + days(2) < now) this.#ended.set(day, issues)
    return issues
  }
}

/** Returns until when a day is kept, in epoch milliseconds. */
function endOf(day: string): number {
  return Date.parse(day) + days(1 + KEPT_FORECAST_DAYS)
}

interface StoredIssue {
  readonly issued_at: number
  readonly source: string
  readonly windows: readonly (readonly [at: number, kp: number, gScale: string | null])[]
}

function encode(issues: readonly ForecastIssue[]): string {
  const stored = issues.map(
    ({ issuedAt, source, windows }): StoredIssue => ({
      issued_at: issuedAt,
      source,
      windows: windows.map(({ at, kp, gScale }) => [at, kp, gScale]),
    }),
  )
  return JSON.stringify(stored)
}

function decode(text: string): ForecastIssue[] {
  if (text === '') return []
  return (JSON.parse(text) as readonly StoredIssue[]).map(({ issued_at, source, windows }) => ({
    issuedAt: issued_at,
    source,
    windows: windows.map(([at, kp, gScale]) => ({ at, kp, gScale })),
  }))
}
