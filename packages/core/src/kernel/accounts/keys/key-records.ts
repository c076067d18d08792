import * as v from 'valibot'
import type { KeyAction, KeyLog } from '#kernel/accounts/keys/key-log'
import { mapInBatches } from '#kernel/storage/records/batches'
import { recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { ACCOUNT, instant, KEY_ID, matching } from '#kernel/storage/records/schemas'
import { type Store, unreadableRecord } from '#kernel/storage/store'

/** A stored record of an issued key, under the SHA-256 of the key; instants are ISO 8601 UTC. */
export interface KeyRecord {
  readonly id: string
  readonly hash: string
  readonly label: string
  readonly tier: string
  /** The account whose quota the key uses; a self-serve key is its own account. */
  readonly account: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Id of the key that this one replaced, if any. */
  readonly replaces: string | null
  /** Paths that the key may read, such as `/v1/space-weather/*`; absent for all paths of its tier. */
  readonly paths?: readonly string[]
  /** Address ranges from which the key may be used, such as `192.0.2.0/24`; absent for all. */
  readonly networks?: readonly string[]
}

const texts = v.pipe(v.array(v.string()), v.nonEmpty())

/** A damaged restriction must not be ignored, so a record that does not match the schema cannot be read. */
export const keyKind = recordKind<KeyRecord>({
  name: 'key',
  isShared: true,
  isSmall: true,
  id: /[0-9a-f]{64}/,
  schema: v.strictObject({
    id: matching(KEY_ID),
    hash: matching(/[0-9a-f]{64}/),
    label: v.string(),
    tier: v.string(),
    account: matching(ACCOUNT),
    createdAt: instant,
    expiresAt: v.nullable(instant),
    revokedAt: v.nullable(instant),
    replaces: v.nullable(v.string()),
    paths: v.exactOptional(texts),
    networks: v.exactOptional(texts),
  }),
  /** Accepts the added record with the earlier end of both, so that a revoked key never works again. */
  merge: (stored, added) => ({
    ...added,
    expiresAt: earlier(stored.expiresAt, added.expiresAt),
    revokedAt: earlier(stored.revokedAt, added.revokedAt),
  }),
})

/** The hash of a key, under its id. */
const idKind = recordKind({ name: 'key-id', isShared: true, id: KEY_ID, schema: v.string() })

/** The keys of an account except the key with the same name as the account, as `<account>:<id>`. */
const accountKind = recordKind({
  name: 'key-account',
  isShared: true,
  id: new RegExp(`${ACCOUNT.source}:${KEY_ID.source}`),
  schema: v.literal(true),
})

/** Key records by hash, with indexes by key id and, for accounts of several keys, by account. */
export class KeyRecords {
  readonly #store: Store
  readonly #keys: Records<KeyRecord>
  readonly #hashes: Records<string>
  readonly #ofAccounts: Records<true>
  readonly #log: KeyLog | undefined

  /** @param log Receives every change; absent if keys are only read, or moved from another store. */
  constructor(store: Store, log?: KeyLog) {
    this.#store = store
    this.#keys = new Records(keyKind, { store })
    this.#hashes = new Records(idKind, { store })
    this.#ofAccounts = new Records(accountKind, { store })
    this.#log = log
  }

  async byHash(hash: string): Promise<KeyRecord | undefined> {
    const record = await this.#keys.read(hash)
    if (record && record.hash !== hash) throw unreadableRecord(`${keyKind.name}:${hash}`)
    return record
  }

  async byId(id: string): Promise<KeyRecord | undefined> {
    const hash = await this.findHash(id)
    return hash === undefined ? undefined : this.byHash(hash)
  }

  /** Returns all stored keys, oldest first. */
  async all(): Promise<KeyRecord[]> {
    return readExisting(await this.hashes(), (hash) => this.byHash(hash))
  }

  /** Returns all hashes of keys that begin with `prefix`, ascending. */
  hashes(prefix = ''): Promise<string[]> {
    return this.#keys.ids(prefix)
  }

  /** Returns the hash of the key with this id. */
  findHash(id: string): Promise<string | undefined> {
    return this.#hashes.read(id)
  }

  /** Returns the index entries: the ids of keys, and `account:id` for accounts of several keys; ascending. */
  async listIndexes(): Promise<{ readonly ids: string[]; readonly ofAccounts: string[] }> {
    const [ids, ofAccounts] = await Promise.all([this.#hashes.ids(), this.#ofAccounts.ids()])
    return { ids, ofAccounts }
  }

  /** Returns the accounts that have keys, ascending. */
  async accounts(): Promise<string[]> {
    const { ids, ofAccounts } = await this.listIndexes()
    const entries = ofAccounts.map((entry) => entry.split(':'))
    const inOthers = new Set(entries.map(([, id]) => id))
    const names = [...ids.filter((id) => !inOthers.has(id)), ...entries.map(([account = '']) => account)]
    return [...new Set(names)].sort()
  }

  /** Returns all keys of an account, oldest first. An account may be named after the id of its first key. */
  async ofAccount(account: string): Promise<KeyRecord[]> {
    const entries = await this.#ofAccounts.ids(`${account}:`)
    const ids = [account, ...entries.map((entry) => entry.slice(account.length + 1))]
    const keys = await readExisting(ids, (id) => this.byId(id))
    return keys.filter((key) => key.account === account)
  }

  /** Writes a new record; resolves once it survives a power cut. */
  async put(record: KeyRecord): Promise<void> {
    await this.#log?.append(record.replaces === null ? 'issued' : 'rotated', record)
    await this.#hashes.write(record.id, record.hash)
    if (record.account !== record.id) await this.#ofAccounts.write(accountEntry(record), true)
    await this.#write(record)
  }

  /**
   * Reads a record and immediately writes the result of `change`, so that no outdated copy is written back.
   *
   * @returns The new stored record; `undefined` if there is no such key.
   */
  async update(id: string, change: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | undefined> {
    const record = await this.byId(id)
    const updated = record && change(record)
    if (!updated || updated === record) return updated
    await this.#log?.append(actionOf(record, updated), updated)
    await this.#write(updated)
    return updated
  }

  /** Deletes a key: the record first, so that the key is invalid even if the deletion is interrupted. */
  async remove(record: KeyRecord): Promise<void> {
    await this.#log?.append('deleted', record)
    await this.#keys.delete(record.hash)
    await this.#hashes.delete(record.id)
    if (record.account !== record.id) await this.#ofAccounts.delete(accountEntry(record))
  }

  async #write(record: KeyRecord): Promise<void> {
    await this.#keys.write(record.hash, record)
    await this.#store.flush()
  }
}

/** Returns the entry of a key in the index of accounts. */
export function accountEntry({ account, id }: Pick<KeyRecord, 'account' | 'id'>): string {
  return `${account}:${id}`
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) <= Date.parse(b) ? a : b
}

function actionOf(before: KeyRecord, after: KeyRecord): KeyAction {
  if (after.revokedAt !== before.revokedAt) return 'revoked'
  return after.tier === before.tier ? 'replaced' : 'tier_changed'
}

async function readExisting(
  names: readonly string[],
  read: (name: string) => Promise<KeyRecord | undefined>,
): Promise<KeyRecord[]> {
  return (await mapInBatches(names, read)).filter((record) => record !== undefined).sort(byAge)
}

function byAge(a: KeyRecord, b: KeyRecord): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
}
