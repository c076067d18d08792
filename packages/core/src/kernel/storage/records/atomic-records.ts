import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { parseRecord, type RecordKind } from '#kernel/storage/records/record-kind'
import type { RecordContext } from '#kernel/storage/records/records'

/**
 * Small records that several processes change at the same time. Each change is a compare-and-swap, so that no
 * change is lost. The records are stored as JSON text in the atomic part of the store, which cannot list
 * their ids.
 */
export class AtomicRecords<T> {
  readonly #kind: RecordKind<T>
  readonly #context: RecordContext
  readonly #prefix: string

  /** @param originsId Set of origins that the records belong to. Absent for a kind that all sets share. */
  constructor(kind: RecordKind<T>, context: RecordContext, originsId?: string) {
    this.#kind = kind
    this.#context = context
    this.#prefix = originsId === undefined ? `${kind.name}:` : `${kind.name}:${originsId}:`
  }

  /** Returns a record, if there is one. */
  async read(id: string): Promise<T | undefined> {
    return this.#parse(id, await this.#readText(id))
  }

  /**
   * Replaces a record with the result of `change`, or deletes it if the result is `undefined`. Returns the
   * record as it is stored afterwards. `change` is called again if another process was faster. If it returns
   * its argument, or throws, nothing is written.
   */
  async update(
    id: string,
    change: (stored: T | undefined) => MaybePromise<T | undefined>,
  ): Promise<T | undefined> {
    const { store, now } = this.#context
    const until = this.#kind.until(id)
    for (;;) {
      if (until <= now()) return undefined
      const text = await this.#readText(id)
      const stored = this.#parse(id, text)
      const changed = await change(stored)
      if (changed === stored) return stored
      const next = changed === undefined ? '' : JSON.stringify(this.#kind.encode(changed))
      const end = changed === undefined ? 0 : until
      if (await store.atomic.compareAndSwap(this.#prefix + id, text, next, end, now())) return changed
    }
  }

  /** Stores a record, merged into the existing one, if any. */
  async merge(id: string, added: T): Promise<void> {
    await this.update(id, (stored) => (stored === undefined ? added : this.#kind.merge(stored, added, id)))
  }

  async #readText(id: string): Promise<string> {
    const { store, now } = this.#context
    return store.atomic.get(this.#prefix + id, now(), this.#kind.until(id))
  }

  #parse(id: string, text: string): T | undefined {
    return text === '' ? undefined : parseRecord(this.#kind, this.#prefix + id, JSON.parse(text))
  }
}
