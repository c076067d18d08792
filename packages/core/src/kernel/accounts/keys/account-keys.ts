import { groupLiveKeys } from '#kernel/accounts/keys/key-counts'
import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import type { Environment } from '#kernel/kit/environment'
import { hours, isWithin } from '#kernel/kit/time'

/** Time for which the keys of accounts are cached, in milliseconds. */
const MAX_AGE_MS = hours(1)
/**
 * Maximum number of accounts whose keys are read individually. For more accounts, all keys are read at once,
 * as finding the keys of one account may take as long.
 */
const MAX_SINGLE_READS = 20

/** The live keys of accounts, without replaced keys. */
export type AccountKeys = ReadonlyMap<string, readonly KeyRecord[]>

/** The live keys of accounts, at most an hour old. */
export class LiveKeys {
  readonly #environment: Environment
  #last: { readonly readAt: number; readonly keys: Map<string, KeyRecord[]> } | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Returns the keys of these accounts, and possibly of others. */
  async read(accounts: readonly string[]): Promise<AccountKeys> {
    const now = this.#environment.now()
    const last = this.#last
    const isRecent = last !== undefined && isWithin(last.readAt, last.readAt + MAX_AGE_MS, now)
    const { keys, readAt } = isRecent ? last : { keys: new Map<string, KeyRecord[]>(), readAt: now }
    const missing = accounts.filter((account) => !keys.has(account))
    for (const [account, found] of await readKeysNow(missing, this.#environment)) keys.set(account, found)
    this.#last = { readAt, keys }
    return keys
  }
}

/** Returns the current live keys of accounts. */
export async function readKeysNow(
  accounts: readonly string[],
  environment: Environment,
): Promise<Map<string, KeyRecord[]>> {
  const now = environment.now()
  const found = [...(await readKeys(accounts, environment))]
  return new Map(found.map(([account, keys]) => [account, [...groupLiveKeys(keys, now).current]]))
}

async function readKeys(
  accounts: readonly string[],
  { store }: Environment,
): Promise<Iterable<readonly [string, readonly KeyRecord[]]>> {
  const records = new KeyRecords(store)
  if (accounts.length <= MAX_SINGLE_READS) {
    return Promise.all(accounts.map(async (account) => [account, await records.ofAccount(account)] as const))
  }
  const found = new Map<string, KeyRecord[]>(accounts.map((account) => [account, []]))
  for (const record of await records.all()) found.get(record.account)?.push(record)
  return found
}
