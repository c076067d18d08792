import { samplesByStep } from '#orbit/custom-density'
import type { CustomGrid, CustomSamples } from '#orbit/custom-shell'
import type { ShellRun } from '#store/repositories/shells'
import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { days, utcDay } from '#time'

/** What a custom shell held on a UTC day, as the run of that day found it. */
export interface CustomShellDay {
  /** Such as `2026-11-22`: the day that was propagated. */
  readonly day: string
  readonly runId: string
  /** Epoch milliseconds. */
  readonly computedAt: number
  /** Start of the 24 hours that were propagated, epoch milliseconds. */
  readonly t0: number
  /** Objects propagated. */
  readonly used: number
  /** Samples by altitude step, from the lowest: whole numbers, so that densities are exact. */
  readonly samples: readonly number[]
}

/** How long the days of a custom shell are kept, in UTC days. */
export const CUSTOM_DAYS_KEPT = 400
/** A month is kept until its last day is too old. */
const MONTH_KEPT_MS = days(CUSTOM_DAYS_KEPT + 31)

/**
 * The history of custom shells: a record for each shell and month, which expires by itself. Written by the
 * nightly job alone, which has a lease.
 */
export class CustomShellDays {
  readonly #store: Store
  readonly #prefix: string

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#prefix = `custom-shell-days:${originsId}:`
  }

  /** Returns the days from one day to another, both included, oldest first; days without a run are absent. */
  async list(id: string, from: string, to: string): Promise<CustomShellDay[]> {
    const months = await Promise.all(monthsOf(from, to).map((month) => this.readMonth(id, month)))
    return months.flat().filter(({ day }) => day >= from && day <= to)
  }

  /** Returns the days of a month such as `2026-11`, oldest first. */
  async readMonth(id: string, month: string): Promise<CustomShellDay[]> {
    const stored = await this.#store.get<unknown[]>(this.#key(id, month))
    return stored ? fromStored<CustomShellDay[]>(stored) : []
  }

  /** Returns all that is kept of a custom shell, by month. */
  async months(id: string): Promise<readonly (readonly [month: string, days: CustomShellDay[]])[]> {
    const prefix = this.#key(id, '')
    const months = (await this.#store.keys(prefix)).map((key) => key.slice(prefix.length)).sort()
    const found = await Promise.all(
      months.map(async (month) => [month, await this.readMonth(id, month)] as const),
    )
    return found.filter(([, entries]) => entries.length > 0)
  }

  /** Stores a day; another run of the same day replaces it. */
  async write(id: string, entry: CustomShellDay): Promise<void> {
    const month = entry.day.slice(0, 7)
    const others = (await this.readMonth(id, month)).filter(({ day }) => day !== entry.day)
    await this.writeMonth(id, month, [...others, entry])
  }

  /** Stores all days of a month. */
  async writeMonth(id: string, month: string, entries: readonly CustomShellDay[]): Promise<void> {
    const sorted = [...entries].sort((one, other) => (one.day < other.day ? -1 : 1))
    await this.#store.set(this.#key(id, month), toStored(sorted), MONTH_KEPT_MS)
  }

  /** Deletes what is kept of a custom shell. */
  async delete(id: string): Promise<void> {
    for (const key of await this.#store.keys(this.#key(id, ''))) await this.#store.delete(key)
  }

  #key(id: string, month: string): string {
    return `${this.#prefix}${id}:${month}`
  }
}

/** Returns the months from that of one day to that of another. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = from.split('-').map(Number)
  for (let name = from.slice(0, 7); name <= to.slice(0, 7); ) {
    months.push(name)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
    name = `${year}-${String(month).padStart(2, '0')}`
  }
  return months
}

/** Returns the entry of a run in the history of a custom shell. */
export function customShellDay(run: ShellRun, samples: CustomSamples, grid: CustomGrid): CustomShellDay {
  const { id: runId, computedAt, t0 } = run
  return {
    day: utcDay(t0),
    runId,
    computedAt,
    t0,
    used: run.counts.used,
    samples: samplesByStep(samples, grid),
  }
}
