import type { Store } from '#store/store'
import { days, iso } from '#time'

/** What one verification of all upstreams found; instants are epoch milliseconds. */
export interface CheckReport {
  readonly began_at: number
  readonly ended_at: number
  /** Every feed, fallbacks behind the feed they stand in for. */
  readonly upstreams: readonly CheckedUpstream[]
}

/** What a check found of one feed; instants are epoch milliseconds, `null` where there is nothing to tell. */
export interface CheckedUpstream {
  readonly id: string
  /** Who provides it, such as `NOAA SWPC`. */
  readonly provider: string
  /**
   * `down` when it failed or its newest value is too old to be given, `degraded` when that is late, `unknown` when it could not
   * be asked and never was.
   */
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown'
  /** When it was asked: before the check began, where it may not be asked again yet. */
  readonly asked_at: number | null
  readonly http_status: number | null
  readonly latency_ms: number | null
  /** The newest instant that its data refer to. */
  readonly data_as_of: number | null
  readonly schema_ok: boolean | null
  /**
   * A stable code, and words behind a colon where there is more to say: `schema_mismatch: estimated_kp is missing`,
   * `late: …`, `stale: …`, `unreachable: …`, `timeout: …`, `http_503`, `too_large: …`, `absent: …`, `went_back: …`, `not_modified: …`, `not_asked: …`.
   */
  readonly error: string | null
}

/** How long after the end of a check the next one is due. */
export const CHECK_EVERY_MS = days(7)

const KEPT_MS = days(365)
/** Weekly ones are 53 a year; the rest is room for those an operator asks for. */
const MOST = 400

interface Entry {
  readonly began_at: number
  readonly ended_at: number
}

/** The sets of origins whose verifications a store has reports of. */
export async function worldsWithReports(store: Store): Promise<string[]> {
  const names = await store.keys('check:')
  const worlds = names.map((name) => /^check:(.*):index$/.exec(name)?.[1])
  return worlds.filter((world) => world !== undefined).sort()
}

/** The reports of a year, one record each, and an index of them that only the holder of the check's lease writes. */
export class CheckReports {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number

  constructor(store: Store, world: string, now: () => number) {
    this.#store = store
    this.#prefix = `check:${world}:`
    this.#now = now
  }

  /** The reports of the last 365 days, ascending; at most 400. */
  async ofYear(): Promise<readonly CheckReport[]> {
    const entries = await this.#entries()
    const reports = await Promise.all(entries.map((entry) => this.#report(entry)))
    return reports.filter((report) => report !== undefined)
  }

  /** The instants at which checks of the last 365 days began whose reports are listed and not there. */
  async missing(): Promise<readonly string[]> {
    const entries = await this.#entries()
    const reports = await Promise.all(entries.map((entry) => this.#report(entry)))
    return entries.filter((_, i) => reports[i] === undefined).map(({ began_at }) => iso(began_at))
  }

  /** The last one, if there has been one within a year. */
  async last(): Promise<CheckReport | undefined> {
    const entry = (await this.#entries()).at(-1)
    return entry && this.#report(entry)
  }

  /** Epoch milliseconds at which the last check ended; `null` when there was none within a year. */
  async lastEndedAt(): Promise<number | null> {
    return (await this.#entries()).at(-1)?.ended_at ?? null
  }

  /** Keeps a report for a year from its end, and of more than 400 the newest. */
  async put(report: CheckReport): Promise<void> {
    const { began_at, ended_at } = report
    const leftMs = Math.min(KEPT_MS, ended_at + KEPT_MS - this.#now())
    if (leftMs <= 0) return
    await this.#store.set(this.#keyOf(report), report, leftMs)
    const known = (await this.#entries()).filter((entry) => entry.began_at !== began_at)
    const entries = [...known, { began_at, ended_at }].sort((a, b) => a.began_at - b.began_at)
    await this.#store.set(this.#indexKey(), entries.slice(-MOST), KEPT_MS)
    for (const entry of entries.slice(0, -MOST)) await this.#store.delete(this.#keyOf(entry))
  }

  async #entries(): Promise<readonly Entry[]> {
    const kept = (await this.#store.get<readonly Entry[]>(this.#indexKey())) ?? []
    const now = this.#now()
    // One from a future that was none, by a clock that was wrong, is no last one.
    return kept.filter(({ ended_at }) => ended_at > now - KEPT_MS && ended_at < now + days(1))
  }

  #report(entry: Entry): Promise<CheckReport | undefined> {
    return this.#store.get(this.#keyOf(entry))
  }

  #keyOf({ began_at }: Entry): string {
    return `${this.#prefix}${iso(began_at)}`
  }

  #indexKey(): string {
    return `${this.#prefix}index`
  }
}
