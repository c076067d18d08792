import * as v from 'valibot'
import type { Context } from '#kernel/endpoint/endpoint'
import { AtomicRecords } from '#kernel/storage/records/atomic-records'
import type { Exported, ImportRun } from '#kernel/storage/records/exported'
import { type RecordKind, recordKind } from '#kernel/storage/records/record-kind'
import type { RecordContext } from '#kernel/storage/records/records'
import { ACCOUNT } from '#kernel/storage/records/schemas'

/** Schema of `creationKey`, the digests that allow a creation to be repeated. */
export const creationKey = v.exactOptional(v.pipe(v.string(), v.maxLength(100)))

/**
 * Resources of accounts, shared through the store. Each account has one record with all its resources, so
 * that limits are exact: a change is a compare-and-swap of the whole record, retried until it succeeds.
 */
export class AccountRecords<Owned> {
  readonly #records: AtomicRecords<readonly Owned[]>
  readonly #lists: AtomicRecords<readonly string[]>

  /**
   * @param kind Kind of the resources, with the id of a single one.
   * @param listName Prefix of the keys of the lists of accounts; must never change.
   */
  constructor(context: RecordContext, { name, schema, encode }: RecordKind<Owned>, listName: string) {
    const owned = recordKind<readonly Owned[]>({
      name,
      id: ACCOUNT,
      schema: v.array(schema),
      encode: (all) => all.map(encode),
    })
    const list = recordKind<readonly string[]>({ name: listName, id: /\d\d?/, schema: v.array(v.string()) })
    this.#records = new AtomicRecords(owned, context)
    this.#lists = new AtomicRecords(list, context)
  }

  /** Returns the resources of an account, oldest first. */
  async ofAccount(account: string): Promise<readonly Owned[]> {
    return (await this.#records.read(account)) ?? []
  }

  /**
   * Replaces the resources of an account by the result of `change`, which is called again whenever another
   * process was faster. If it throws, nothing is changed.
   */
  async update(
    account: string,
    change: (owned: readonly Owned[]) => readonly Owned[],
  ): Promise<readonly Owned[]> {
    const updated = await this.#records.update(account, async (owned) => {
      const changed = change(owned ?? [])
      if (changed.length === 0) return undefined
      // The account is listed first and permanently. A listed account without resources does no harm.
      if (!owned) await this.#list(account)
      return changed
    })
    return updated ?? []
  }

  /** Returns the accounts that have or had resources. */
  async accounts(): Promise<readonly string[]> {
    const lists = Array.from({ length: LISTS }, (_, n) => this.#lists.read(String(n)))
    return (await Promise.all(lists)).flatMap((accounts) => accounts ?? [])
  }

  async #list(account: string): Promise<void> {
    await this.#lists.update(String(hashName(account) % LISTS), (listed = []) =>
      listed.includes(account) ? listed : [...listed, account],
    )
  }
}

/** Declares that resources of accounts are exported, each under `<account>:<id>`. */
export function exportedOwned<Owned extends { readonly id: string }, In extends Context>(
  kind: RecordKind<Owned>,
  recordsOf: (context: In) => Pick<AccountRecords<Owned>, 'accounts' | 'ofAccount'>,
  restore: (account: string, record: Owned, run: ImportRun<In>) => Promise<void>,
): Exported<Owned, In> {
  return {
    ...kind,
    id: new RegExp(`${ACCOUNT.source}:${kind.id.source}`),
    async *entries(context) {
      const records = recordsOf(context)
      for (const account of [...(await records.accounts())].sort()) {
        const owned = await records.ofAccount(account)
        yield owned.map((record) => [`${account}:${record.id}`, record] as const)
      }
    },
    restore: (id, record, run) => restore(id.split(':')[0] ?? '', record, run),
  }
}

/**
 * Number of lists over which accounts are distributed, so that none grows too large for one record. It must
 * never change.
 */
const LISTS = 16

/** Returns a hash of an account's name. The function must never change. */
export function hashName(name: string): number {
  let sum = 0
  for (let i = 0; i < name.length; i += 1) sum = (sum * 31 + name.charCodeAt(i)) % 65_521
  return sum
}
