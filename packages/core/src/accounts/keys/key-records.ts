import * as v from 'valibot'
import type { KeyAction, KeyLog } from '#accounts/keys/key-log-records'
import { mapInBatches } from '#storage/records/batches'
import { parseRecord, recordKind, snakeCased } from '#storage/records/record-kind'
import { ACCOUNT, instant, KEY_ID, matching } from '#storage/records/schemas'
import { type Store, unreadableRecord } from '#storage/store'

/** An issued key as it is stored, under the SHA-256 of the key; instants are ISO 8601 UTC. */
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
  /** Address ranges that it works from, such as `192.0.2.0/24`; absent for all. */
  readonly networks?: readonly string[]
}

const texts = v.pipe(v.array(v.string()), v.nonEmpty())

/** A damaged restriction must not become none: a record is as described, or cannot be read. */
export const keyKind = recordKind<KeyRecord>({
  name: 'key',
  id: /[0-9a-f]{64}/,
  schema: snakeCased(
    v.strictObject({
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
  ),
})

const PREFIX = 'key:'
const ID_PREFIX = 'key-id:'
const ACCOUNT_PREFIX = 'key-account:'

/** Key records by hash, with indexes by key id and, for accounts of several keys, by account. */
export class KeyRecords {
  readonly #store: Store
  readonly #log: KeyLog | undefined

  /** @param log Gets every change; absent where keys are only read, or moved from another store. */
  constructor(store: Store, log?: KeyLog) {
    this.#store = store
    this.#log = log
  }

  async byHash(hash: string): Promise<KeyRecord | undefined> {
    const name = PREFIX + hash
    const stored = await this.#store.get<unknown>(name)
    if (stored === undefined) return undefined
    const record = parseRecord(keyKind, name, stored)
    if (record.hash === hash) return record
    throw unreadableRecord(name)
  }

  async byId(id: string): Promise<KeyRecord | undefined> {
    const hash = await this.findHash(id)
    return hash === undefined ? undefined : this.byHash(hash)
  }

  /** Returns all keys that are still stored, oldest first. */
  async all(): Promise<KeyRecord[]> {
    return readExisting(await this.hashes(), (hash) => this.byHash(hash))
  }

  /** Returns the hashes of all keys, or of those that begin with `prefix`, ascending. */
  async hashes(prefix = ''): Promise<string[]> {
    return withoutPrefix(PREFIX, await this.#store.keys(PREFIX + prefix))
  }

  /** Returns the hash of the key with this id. */
  findHash(id: string): Promise<string | undefined> {
    return this.#store.get(ID_PREFIX + id)
  }

  /** Returns the index entries: the ids of keys, and `account:id` for accounts of several keys; ascending. */
  async listIndexes(): Promise<{ readonly ids: string[]; readonly ofAccounts: string[] }> {
    const [ids, ofAccounts] = await Promise.all([
      this.#store.keys(ID_PREFIX),
      this.#store.keys(ACCOUNT_PREFIX),
    ])
    return { ids: withoutPrefix(ID_PREFIX, ids), ofAccounts: withoutPrefix(ACCOUNT_PREFIX, ofAccounts) }
  }

  /** Returns all keys of an account, oldest first. An account may be named after the id of its first key. */
  async ofAccount(account: string): Promise<KeyRecord[]> {
    const prefix = `${ACCOUNT_PREFIX}${account}:`
    const names = await this.#store.keys(prefix)
    const ids = [account, ...names.map((name) => name.slice(prefix.length))]
    const keys = await readExisting(ids, (id) => this.byId(id))
    return keys.filter((key) => key.account === account)
  }

  /** Writes a new record; resolves once it survives a power cut. */
  async put(record: KeyRecord): Promise<void> {
    await this.#log?.append(record.replaces === null ? 'issued' : 'rotated', record)
    await this.#store.set(ID_PREFIX + record.id, record.hash)
    if (record.account !== record.id)
      await this.#store.set(`${ACCOUNT_PREFIX}${record.account}:${record.id}`, true)
    await this.#write(record)
  }

  /**
   * Reads a record and writes the result of `change` right away, so that no outdated copy is written back.
   *
   * @returns The record as it is stored then; `undefined` if there is no such key.
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
    const { id, hash, account } = record
    await this.#log?.append('deleted', record)
    await this.#store.delete(PREFIX + hash)
    await this.#store.delete(ID_PREFIX + id)
    if (account !== id) await this.#store.delete(`${ACCOUNT_PREFIX}${account}:${id}`)
  }

  async #write(record: KeyRecord): Promise<void> {
    await this.#store.set(PREFIX + record.hash, keyKind.encode(record))
    await this.#store.flush()
  }
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

function withoutPrefix(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => name.slice(prefix.length)).sort()
}

function byAge(a: KeyRecord, b: KeyRecord): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
}
