import type { Store } from '#store/store'

/** What is kept of a key, under the SHA-256 of the key; instants are ISO 8601 UTC. */
export interface KeyRecord {
  readonly id: string
  readonly hash: string
  readonly label: string
  readonly tier: string
  /** Whose quota the key draws on; a self-serve key is its own account. */
  readonly account: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** Id of the key that this one replaced, if any. */
  readonly replaces: string | null
}

/** Key records by hash, with further records that find the hash by id and by an account of several keys. */
export class KeyRecords {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  byHash(hash: string): Promise<KeyRecord | undefined> {
    return this.#store.get(`key:${hash}`)
  }

  async byId(id: string): Promise<KeyRecord | undefined> {
    const hash = await this.#store.get<string>(`key-id:${id}`)
    return hash === undefined ? undefined : this.byHash(hash)
  }

  /** Every key ever issued, oldest first. */
  async all(): Promise<KeyRecord[]> {
    const names = await this.#store.keys('key:')
    return existing(names.map((name) => this.#store.get<KeyRecord>(name)))
  }

  /** Every key of an account that an operator named, oldest first; its name has no colon. */
  async ofAccount(account: string): Promise<KeyRecord[]> {
    const prefix = `key-account:${account}:`
    const names = await this.#store.keys(prefix)
    return existing(names.map((name) => this.byId(name.slice(prefix.length))))
  }

  /** Writes a record, and waits until it survives a power cut. */
  async put(record: KeyRecord): Promise<void> {
    await this.#store.set(`key-id:${record.id}`, record.hash)
    if (record.account !== record.id)
      await this.#store.set(`key-account:${record.account}:${record.id}`, true)
    await this.#store.set(`key:${record.hash}`, record)
    await this.#store.flush()
  }
}

async function existing(reads: Promise<KeyRecord | undefined>[]): Promise<KeyRecord[]> {
  return (await Promise.all(reads)).filter((record) => record !== undefined).sort(byAge)
}

function byAge(a: KeyRecord, b: KeyRecord): number {
  return a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)
}
