import { fromElementRow, toElementRow } from '#catalogue/elements/element-fields'
import type { ElementSet } from '#catalogue/elements/element-set'
import type { Store } from '#storage/store'

/** Objects in one record, so that it has at most about 500 kB. */
const OBJECTS_PER_RECORD = 2_000

/** The element sets of whole catalogues, by UTC day. */
export class KeptCatalogues {
  readonly #store: Store
  readonly #prefix: string

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#prefix = `catalogue:${originsId}:`
  }

  /** Returns the days that are kept, oldest first. */
  async days(): Promise<string[]> {
    const heads = (await this.#store.keys(this.#prefix)).filter((key) => key.endsWith(':head'))
    return heads.map((key) => key.slice(this.#prefix.length, -':head'.length)).sort()
  }

  /** Returns the catalogue of a day such as `2026-11-22`, if it is kept. */
  async read(day: string): Promise<KeptCatalogue | undefined> {
    const head = await this.#store.get<Head>(`${this.#prefix}${day}:head`)
    if (!head) return undefined
    const elementSets: ElementSet[] = []
    for (let record = 0; record < head.records; record += 1) {
      const rows = (await this.#store.get<unknown[][]>(`${this.#prefix}${day}:${record}`)) ?? []
      elementSets.push(...rows.map(fromElementRow))
    }
    if (elementSets.length !== head.objects) return undefined
    return { elementSets, source: head.source, fetchedAt: head.fetched_at }
  }

  /**
   * Keeps the catalogue of a day instead of an earlier one of that day, and deletes all but the newest
   * `days`. Readers never see a part of one: its head is deleted first and written last.
   */
  async write(day: string, { elementSets, source, fetchedAt }: KeptCatalogue, days: number): Promise<void> {
    await this.#delete(day)
    let records = 0
    for (; records * OBJECTS_PER_RECORD < elementSets.length; records += 1) {
      const sets = elementSets.slice(records * OBJECTS_PER_RECORD, (records + 1) * OBJECTS_PER_RECORD)
      await this.#store.set(`${this.#prefix}${day}:${records}`, sets.map(toElementRow))
    }
    const head: Head = { objects: elementSets.length, records, source, fetched_at: fetchedAt }
    await this.#store.set(`${this.#prefix}${day}:head`, head)
    for (const old of (await this.days()).slice(0, -days)) await this.#delete(old)
  }

  async #delete(day: string): Promise<void> {
    const keys = await this.#store.keys(`${this.#prefix}${day}:`)
    for (const key of keys.sort((a, b) => Number(b.endsWith(':head')) - Number(a.endsWith(':head'))))
      await this.#store.delete(key)
  }
}

/** A catalogue with its provenance. */
export interface KeptCatalogue {
  readonly elementSets: readonly ElementSet[]
  /** Label of the data source. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

interface Head {
  readonly objects: number
  readonly records: number
  readonly source: string
  readonly fetched_at: number
}
