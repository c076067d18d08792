import * as v from 'valibot'
import { samplesByStep } from '#features/custom-shells/custom-density'
import type { CustomGrid, CustomSamples } from '#features/debris/custom-groups/custom-shell'
import { CUSTOM_SHELL_ID } from '#features/debris/custom-groups/custom-shell'
import type { ShellRun } from '#features/debris/shells/shells'
import { days, utcDay } from '#kernel/kit/time'
import { endOfMonth, monthsBetween } from '#kernel/storage/records/months'
import { mergeByKey, partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { DAY, longList, MONTH, matching, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** Objects in a custom shell on a UTC day, as counted by the run of that day. */
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
  /** Samples by altitude step, from the lowest: integers, so that densities are exact. */
  readonly samples: readonly number[]
}

/** Number of UTC days for which the days of a custom shell are kept. */
export const CUSTOM_DAYS_KEPT = 400

const customDay = v.object({
  day: matching(DAY),
  computedAt: whole,
  t0: whole,
  samples: longList<number>((samples) => Number.isSafeInteger(samples) && Number(samples) >= 0),
})

/** The days of a custom shell in a month, kept until the last of them is too old. */
export const customShellDaysKind = recordKind<readonly CustomShellDay[]>({
  name: 'custom-shell-days',
  id: new RegExp(`${CUSTOM_SHELL_ID.source}:${MONTH.source}`),
  schema: partlyChecked<readonly CustomShellDay[]>(v.array(customDay)),
  until: (id) => endOfMonth(id.slice(-'2026-11'.length)) + days(CUSTOM_DAYS_KEPT),
  merge: (stored, added) => mergeByKey(stored, added, dayOf),
})

const dayOf = ({ day }: CustomShellDay) => day

/** The history of custom shells, by month. Only the nightly job, which has a lease, writes it. */
export class CustomShellDays {
  readonly #records: Records<readonly CustomShellDay[]>

  constructor(store: Store, originsId: string, now: () => number) {
    this.#records = new Records(customShellDaysKind, { store, now }, originsId)
  }

  /** Returns the days from one day to another, both included, oldest first; days without a run are absent. */
  async list(id: string, from: string, to: string): Promise<CustomShellDay[]> {
    const months = await this.#records.list(monthsBetween(from, to).map((month) => `${id}:${month}`))
    return months.flat().filter(({ day }) => day >= from && day <= to)
  }

  /** Stores a day; another run of the same day replaces it. */
  async write(id: string, entry: CustomShellDay): Promise<void> {
    const month = `${id}:${entry.day.slice(0, 7)}`
    await this.#records.update(month, (others = []) => mergeByKey([entry], others, dayOf))
  }

  /** Deletes the history of a custom shell. */
  async delete(id: string): Promise<void> {
    for (const month of await this.#records.ids(`${id}:`)) await this.#records.delete(month)
  }
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
