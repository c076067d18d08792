import type { ElementSet } from '#features/objects/elements/element-set'
import {
  blockOf,
  type ElementBlock,
  elementBlockKind,
  setsOfDay,
  setsOfObject,
  withDay,
} from '#features/objects/history/element-block'
import { type KeptDay, KeptDays, monthOf } from '#features/objects/history/kept-days'
import type { Context } from '#kernel/endpoint/endpoint'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { days, utcDay } from '#kernel/kit/time'
import { Records } from '#kernel/storage/records/records'
import type { Store } from '#kernel/storage/store'

/** Maximum age at an instant, in days, of a catalogue from which a set is taken. Older sets are useless. */
export const LOOK_BACK_DAYS = 30

/** A catalogue with its provenance. */
export interface KeptCatalogue {
  readonly elementSets: readonly ElementSet[]
  /** Label of the data source. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** An element set from a kept catalogue. */
export interface KeptSet {
  readonly set: ElementSet
  readonly catalogue: KeptDay
}

/** Options for keeping a catalogue. */
interface Keeping {
  /** Number of days for which catalogues are kept. */
  readonly days: number
  /** Whether an existing catalogue of that day is kept. @default false */
  readonly onlyNew?: boolean
  /** Called before each hundred catalogue numbers. */
  readonly beforeEach?: () => Promise<void>
}

/**
 * The element sets of complete catalogues by UTC day, stored object by object. Each set is stored once, as
 * the change since the previous one. Only the shell jobs, which have a lease, write them.
 */
export class KeptCatalogues {
  readonly #days: KeptDays
  readonly #blocks: Records<ElementBlock>
  readonly #store: Store
  readonly #prefix: string

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#days = new KeptDays(store, originsId)
    this.#blocks = new Records(elementBlockKind, { store }, originsId)
    this.#prefix = `${elementBlockKind.name}:${originsId}:`
  }

  /** Returns the kept days, oldest first, starting with a month such as `2026-11`. */
  days(from?: string): Promise<KeptDay[]> {
    return this.#days.list(from)
  }

  /** Returns the catalogue of a day such as `2026-11-22`, if it is kept. */
  async read(day: string): Promise<KeptCatalogue | undefined> {
    const kept = (await this.days(monthOf(day))).find((each) => each.day === day)
    if (!kept) return undefined
    const elementSets: ElementSet[] = []
    for (const id of await this.#blockIds(monthOf(day))) {
      await endOfTurn()
      const block = await this.#blocks.read(id)
      if (block) elementSets.push(...setsOfDay(block, day))
    }
    const { source, fetchedAt, objects } = kept
    return elementSets.length === objects ? { elementSets, source, fetchedAt } : undefined
  }

  /**
   * Stores the catalogue of a day, replacing an existing one, and deletes all but the newest days. Readers
   * never see a partial catalogue: its day is deleted first and written last.
   */
  async write(day: string, catalogue: KeptCatalogue, { days, onlyNew, beforeEach }: Keeping): Promise<void> {
    const { elementSets, source, fetchedAt } = catalogue
    const others = new Set((await this.days()).map((each) => each.day))
    if (others.delete(day)) {
      if (onlyNew) return
      await this.#days.delete([day])
    }
    const month = monthOf(day)
    const added = groupBy(elementSets, ({ noradId }) => `${month}:${blockOf(noradId)}`)
    for (const id of new Set([...(await this.#blockIds(month)), ...added.keys()])) {
      await beforeEach?.()
      await this.#blocks.update(id, (block) =>
        withDay(block, day, added.get(id) ?? [], (each) => others.has(each)),
      )
    }
    await this.#days.add({ day, fetchedAt, source, objects: elementSets.length })
    await this.#prune(days)
  }

  /**
   * Yields the catalogues in a span of days that contain an object, with its set, oldest first.
   * @param kept Days, oldest first.
   */
  async *setsOf(noradId: number, kept: readonly KeptDay[]): AsyncGenerator<KeptSet> {
    for (const [month, ofMonth] of groupBy(kept, ({ day }) => monthOf(day))) {
      const block = await this.#blocks.read(`${month}:${blockOf(noradId)}`)
      if (!block) continue
      const setOf = setsOfObject(block, noradId)
      for (const catalogue of ofMonth) {
        const set = setOf(catalogue.day)
        if (set) yield { set, catalogue }
      }
    }
  }

  /**
   * Returns the set of each object from the newest catalogue with the object. Only catalogues known at the
   * instant, and at most 30 days old then, are used.
   */
  async setsAt(noradIds: readonly number[], at: number): Promise<ReadonlyMap<number, KeptSet>> {
    const known = await this.knownAt(at)
    const found = new Map<number, KeptSet>()
    for (const month of [...new Set(known.map(({ day }) => monthOf(day)))].reverse()) {
      const ofMonth = known.filter(({ day }) => monthOf(day) === month).reverse()
      const left = noradIds.filter((noradId) => !found.has(noradId))
      for (const [number, ids] of groupBy(left, blockOf)) {
        await endOfTurn()
        const block = await this.#blocks.read(`${month}:${number}`)
        if (!block) continue
        for (const noradId of ids) {
          const setOf = setsOfObject(block, noradId)
          for (const catalogue of ofMonth) {
            const set = setOf(catalogue.day)
            if (!set) continue
            found.set(noradId, { set, catalogue })
            break
          }
        }
      }
    }
    return found
  }

  /** Returns the catalogues known at an instant from the 30 days before it, oldest first. */
  async knownAt(at: number): Promise<KeptDay[]> {
    const first = utcDay(at - days(LOOK_BACK_DAYS))
    const kept = await this.days(monthOf(first))
    return kept.filter(({ day, fetchedAt }) => fetchedAt <= at && day >= first)
  }

  /**
   * Deletes all but the newest days, by their number and not by date, as a clock may be ahead for a night.
   */
  async #prune(newest: number): Promise<void> {
    const names = (await this.days()).map(({ day }) => day)
    await this.#days.delete(names.slice(0, -newest))
    const months = new Set(names.slice(-newest).map(monthOf))
    for (const key of await this.#store.keys(this.#prefix)) {
      // Earlier versions stored catalogues by day.
      const [, month = '', day] = /^(\d{4}-\d\d)(-\d\d)?:\w+$/.exec(key.slice(this.#prefix.length)) ?? []
      if (month !== '' && (day !== undefined || !months.has(month))) await this.#store.delete(key)
    }
  }

  /** Returns the ids of the blocks of a month, in the order of catalogue numbers. */
  async #blockIds(month: string): Promise<string[]> {
    const ids = await this.#blocks.ids(`${month}:`)
    return ids.sort((one, other) => Number(one.slice(8)) - Number(other.slice(8)))
  }
}

/** Returns the catalogues that an instance keeps. */
export function keptCataloguesOf({ store, settings }: Pick<Context, 'store' | 'settings'>): KeptCatalogues {
  return new KeptCatalogues(store, settings.originsId)
}

function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
