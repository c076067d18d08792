import * as v from 'valibot'
import { mergeByKey, recordKind } from '#storage/records/record-kind'
import { Records } from '#storage/records/records'
import { DAY, MONTH, matching, whole } from '#storage/records/schemas'
import type { Store } from '#storage/store'

const keptDay = v.strictObject({
  day: matching(DAY),
  /** Epoch milliseconds. */
  fetchedAt: whole,
  /** Provenance label. */
  source: v.string(),
  objects: whole,
})

/** A UTC day whose catalogue is kept: the last one of that day. */
export type KeptDay = Readonly<v.InferOutput<typeof keptDay>>

/** The days of a month whose catalogues are kept whole. */
export const keptDaysKind = recordKind<readonly KeptDay[]>({
  name: 'catalogue-days',
  id: MONTH,
  schema: v.array(keptDay),
  merge: (stored, added) => mergeByKey(stored, added, dayOf),
})

const dayOf = ({ day }: KeptDay) => day

/** Which catalogues are kept whole; written by the jobs of the shells alone, which have a lease. */
export class KeptDays {
  readonly #records: Records<readonly KeptDay[]>

  constructor(store: Store, originsId: string) {
    this.#records = new Records(keptDaysKind, { store }, originsId)
  }

  /** Returns the days, oldest first, from a month such as `2026-11` on. */
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
