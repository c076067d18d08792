import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { FOREVER } from '#time'

/**
 * What accounts own, shared through the store. Each account has one record with all that it owns, so that
 * limits are exact: a change is a compare-and-swap of the whole record, retried until it succeeds.
 */
export class AccountRecords<Owned> {
  readonly #store: Store
  readonly #now: () => number
  readonly #prefix: string
  readonly #listPrefix: string

  /** @param names Prefixes in the store of the records and of the lists of accounts; can never change. */
  constructor(store: Store, now: () => number, names: { readonly records: string; readonly lists: string }) {
    this.#store = store
    this.#now = now
    this.#prefix = `${names.records}:`
    this.#listPrefix = `${names.lists}:`
  }

  /** Returns what an account owns, oldest first. */
  async ofAccount(account: string): Promise<readonly Owned[]> {
    return parse(await this.#owner(this.#prefix + account))
  }

  /**
   * Replaces what an account owns by what `change` makes of it. `change` is called again whenever another
   * process was faster; if it throws, nothing is changed.
   */
  async update(
    account: string,
    change: (owned: readonly Owned[]) => readonly Owned[],
  ): Promise<readonly Owned[]> {
    // Listed first, and for good: an account in the list that owns nothing does no harm.
    const updated = await this.#swap(this.#prefix + account, async (text) => {
      const owned = change(parse(text))
      if (text === '' && owned.length > 0) await this.#list(account)
      return owned.length === 0 ? '' : JSON.stringify(toStored(owned))
    })
    return parse(updated)
  }

  /** Returns the accounts that own something; and those that once did. */
  async accounts(): Promise<readonly string[]> {
    const lists = await Promise.all(
      Array.from({ length: LISTS }, (_, n) => this.#owner(`${this.#listPrefix}${n}`)),
    )
    return lists.flatMap((text) => (text === '' ? [] : (JSON.parse(text) as string[])))
  }

  async #list(account: string): Promise<void> {
    await this.#swap(this.#listPrefix + listOf(account), async (text) => {
      const listed: string[] = text === '' ? [] : JSON.parse(text)
      return listed.includes(account) ? text : JSON.stringify([...listed, account])
    })
  }

  async #swap(key: string, change: (text: string) => Promise<string>): Promise<string> {
    for (;;) {
      const text = await this.#owner(key)
      const changed = await change(text)
      if (changed === text) return text
      const until = changed === '' ? 0 : FOREVER
      if (await this.#store.counters.compareAndSwap(key, text, changed, until, this.#now())) return changed
    }
  }

  async #owner(key: string): Promise<string> {
    return this.#store.counters.owner(key, this.#now(), FOREVER)
  }
}

/** Accounts are in several lists, so that none grows too large for one record. Can never change. */
const LISTS = 16

function listOf(account: string): number {
  let sum = 0
  for (let i = 0; i < account.length; i += 1) sum = (sum * 31 + account.charCodeAt(i)) % 65_521
  return sum % LISTS
}

function parse<Owned>(text: string): readonly Owned[] {
  return text === '' ? [] : fromStored<Owned[]>(JSON.parse(text))
}
