import * as v from 'valibot'
import { mergeByKey, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { DAY, MONTH, matching, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

const keptDay = v.strictObject({
  day: matching(DAY),
  /** Epoch milliseconds. */
  fetchedAt: whole,
  /** Provenance label. */
  source: v.string(),
  objects: whole,
})

/** A UTC day whose last catalogue is kept. */
export type KeptDay = Readonly<v.InferOutput<typeof keptDay>>

/** The days of a month whose complete catalogues are kept. */
export const keptDaysKind = recordKind<readonly KeptDay[]>({
  name: 'catalogue-days',
  id: MONTH,
  schema: v.array(keptDay),
  merge: (stored, added) => mergeByKey(stored, added, dayOf),
})

const dayOf = ({ day }: KeptDay) => day

/** Index of the complete catalogues that are kept. Only the shell jobs, which have a lease, write it. */
export class KeptDays {
  readonly #records: Records<readonly KeptDay[]>

  constructor(store: Store, originsId: string) {
    this.#records = new Records(keptDaysKind, { store }, originsId)
  }

  /** Returns the days, oldest first, starting with a month such as `2026-11`. */
  async list(from = ''): Promise<KeptDay[]> {
    const months = (await this.#records.ids()).filter((month) => month >= from)
    return (await this.#records.list(months)).flat()
  }

  async add(kept: KeptDay): Promise<void> {
    await this.#records.update(monthOf(kept.day), (days = []) => mergeByKey([kept], days, dayOf))
  }

  async delete(days: readonly string[]): Promise<void> {
    for (const month of new Set(days.map(monthOf))) {
      const left = (await this.#records.read(month))?.filter(({ day }) => !days.includes(day)) ?? []
      await (left.length > 0 ? this.#records.write(month, left) : this.#records.delete(month))
    }
  }
}

/** Returns the month of a UTC day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}
