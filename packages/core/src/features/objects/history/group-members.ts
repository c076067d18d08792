import * as v from 'valibot'
import { monthOf } from '#features/objects/history/kept-days'
import { days, utcDay } from '#kernel/kit/time'
import { monthsBetween } from '#kernel/storage/records/months'
import { recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { MONTH, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'
import { fromVarints, toVarints } from '#kernel/storage/varints'

/** The members of a group when it was fetched. */
export interface Members {
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  /** Catalogue numbers, ascending. */
  readonly ids: readonly number[]
}

/** Time of a fetch of a group, and the packed numbers that joined and left it since the previous entry. */
type Entry = readonly [fetchedAt: number, joined: string, left: string]

/** The members of a group in a month, under `<group>:<month>`, oldest first. */
export const groupMembersKind = recordKind<readonly Entry[]>({
  name: 'group-members',
  id: new RegExp(`[\\w-]{1,40}:${MONTH.source}`),
  schema: v.array(v.tuple([whole, v.string(), v.string()])),
  merge(stored, added) {
    const [known, others] = [unpacked(stored), unpacked(added)]
    const missing = others.filter(({ fetchedAt }) => !known.some((each) => each.fetchedAt === fetchedAt))
    return missing.length === 0 ? stored : packed([...known, ...missing])
  },
})

/** Members of the groups over time. Only the nightly job, which has a lease, writes them. */
export class GroupMembers {
  readonly #records: Records<readonly Entry[]>

  constructor(store: Store, originsId: string) {
    this.#records = new Records(groupMembersKind, { store }, originsId)
  }

  /** Stores the members of a group, unless later ones of the month are stored. */
  async keep(group: string, { fetchedAt, ids }: Members): Promise<void> {
    await this.#records.update(`${group}:${monthOf(utcDay(fetchedAt))}`, (entries = []) => {
      const newest = entries.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
      return newest < fetchedAt ? packed([...unpacked(entries), { fetchedAt, ids }]) : entries
    })
  }

  /** Returns the newest members known at an instant, unless they are older than `lookBackDays` UTC days. */
  async at(group: string, at: number, lookBackDays: number): Promise<Members | undefined> {
    return unpacked(await this.#entriesUntil(group, at, lookBackDays)).at(-1)
  }

  /** Returns when the members returned by `at` were fetched, in epoch milliseconds. */
  async fetchedAt(group: string, at: number, lookBackDays: number): Promise<number | undefined> {
    return (await this.#entriesUntil(group, at, lookBackDays)).at(-1)?.[0]
  }

  /**
   * Returns the entries of a month up to the last one known at an instant; an empty list if there is none.
   */
  async #entriesUntil(group: string, at: number, lookBackDays: number): Promise<readonly Entry[]> {
    const first = utcDay(at - days(lookBackDays))
    const since = Date.parse(first)
    for (const month of monthsBetween(first, utcDay(at)).reverse()) {
      const entries = (await this.#records.read(`${group}:${month}`)) ?? []
      const last = entries.findLastIndex(([fetchedAt]) => fetchedAt <= at && fetchedAt >= since)
      if (last >= 0) return entries.slice(0, last + 1)
    }
    return []
  }

  /** Deletes all months before the given one. */
  async deleteBefore(month: string): Promise<void> {
    for (const id of await this.#records.ids())
      if (id.slice(-month.length) < month) await this.#records.delete(id)
  }
}

function packed(members: readonly Members[]): Entry[] {
  const ascending = [...members].sort((one, other) => one.fetchedAt - other.fetchedAt)
  return ascending.map(({ fetchedAt, ids }, i) => {
    const before = ascending[i - 1]?.ids ?? []
    return [fetchedAt, packIds(without(ids, before)), packIds(without(before, ids))]
  })
}

function unpacked(entries: readonly Entry[]): Members[] {
  let ids: readonly number[] = []
  return entries.map(([fetchedAt, joined, left]) => {
    ids = [...without(ids, unpackIds(left)), ...unpackIds(joined)].sort((one, other) => one - other)
    return { fetchedAt, ids }
  })
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}

/** Packs ascending numbers as the differences between them. */
function packIds(ids: readonly number[]): string {
  return toVarints(Uint32Array.from(ids, (id, i) => id - (ids[i - 1] ?? 0)))
}

function unpackIds(text: string): number[] {
  let id = 0
  return Array.from(fromVarints(text), (step) => {
    id += step
    return id
  })
}
