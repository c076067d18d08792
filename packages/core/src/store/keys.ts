import { type Store, unreadable } from '#store/store'

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

const PREFIX = 'key:'
const ID_PREFIX = 'key-id:'
const ACCOUNT_PREFIX = 'key-account:'

/** How many questions the store is asked at once: each has its patience from when it is asked, however many are before it. */
export const AT_ONCE = 1_000

/** Key records by hash, with further records that find the hash by id and by an account of several keys. */
export class KeyRecords {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  async byHash(hash: string): Promise<KeyRecord | undefined> {
    const name = PREFIX + hash
    const kept = await this.#store.get<unknown>(name)
    if (kept === undefined || isRecordOf(hash, kept)) return kept
    throw unreadable(name)
  }

  async byId(id: string): Promise<KeyRecord | undefined> {
    const hash = await this.hashOfId(id)
    return hash === undefined ? undefined : this.byHash(hash)
  }

  /** Every key ever issued, oldest first. */
  async all(): Promise<KeyRecord[]> {
    return existing(await this.hashes(), (hash) => this.byHash(hash))
  }

  /** The hashes of all keys, or of those whose hash begins so, ascending. */
  async hashes(beginning = ''): Promise<string[]> {
    return behind(PREFIX, await this.#store.keys(PREFIX + beginning))
  }

  /** The hash that the id of a key leads to. */
  hashOfId(id: string): Promise<string | undefined> {
    return this.#store.get(ID_PREFIX + id)
  }

  /** What leads to keys: their ids, and `account:id` for those of an account of several; ascending. */
  async finders(): Promise<{ readonly ids: string[]; readonly ofAccounts: string[] }> {
    const [ids, ofAccounts] = await Promise.all([
      this.#store.keys(ID_PREFIX),
      this.#store.keys(ACCOUNT_PREFIX),
    ])
    return { ids: behind(ID_PREFIX, ids), ofAccounts: behind(ACCOUNT_PREFIX, ofAccounts) }
  }

  /** Every key of an account, oldest first; the name of an account has no colon, and may be the id of its first key. */
  async ofAccount(account: string): Promise<KeyRecord[]> {
    const prefix = `${ACCOUNT_PREFIX}${account}:`
    const names = await this.#store.keys(prefix)
    const ids = [account, ...names.map((name) => name.slice(prefix.length))]
    const keys = await existing(ids, (id) => this.byId(id))
    return keys.filter((key) => key.account === account)
  }

  /** Writes a new record, and waits until it survives a power cut. */
  async put(record: KeyRecord): Promise<void> {
    await this.#store.set(ID_PREFIX + record.id, record.hash)
    if (record.account !== record.id)
      await this.#store.set(`${ACCOUNT_PREFIX}${record.account}:${record.id}`, true)
    await this.#keep(record)
  }

  /**
   * Reads a record and at once writes what is made of it, so that no older copy is written back; gives what is kept then,
   * or `undefined` when there is no such key.
   */
  async change(id: string, change: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | undefined> {
    const record = await this.byId(id)
    const changed = record && change(record)
    if (changed && changed !== record) await this.#keep(changed)
    return changed
  }

  /** Forgets a key: the record first, so that whatever is interrupted leaves nothing that works by halves. */
  async remove({ id, hash, account }: KeyRecord): Promise<void> {
    await this.#store.delete(PREFIX + hash)
    await this.#store.delete(ID_PREFIX + id)
    if (account !== id) await this.#store.delete(`${ACCOUNT_PREFIX}${account}:${id}`)
  }

  /** Writes what the other records lead to. */
  async #keep(record: KeyRecord): Promise<void> {
    await this.#store.set(PREFIX + record.hash, record)
    await this.#store.flush()
  }
}

/** Whether it is a record of this shape: of another one nobody could tell whether the key is good. */
function isRecordOf(hash: string, kept: unknown): kept is KeyRecord {
  if (typeof kept !== 'object' || kept === null) return false
  const record = kept as Record<keyof KeyRecord, unknown>
  return (
    record.hash === hash &&
    [record.id, record.label, record.tier, record.account].every((text) => typeof text === 'string') &&
    isInstant(record.created_at) &&
    [record.expires_at, record.revoked_at].every((at) => at === null || isInstant(at))
  )
}

function isInstant(at: unknown): boolean {
  return typeof at === 'string' && !Number.isNaN(Date.parse(at))
}

async function existing(
  names: readonly string[],
  read: (name: string) => Promise<KeyRecord | undefined>,
): Promise<KeyRecord[]> {
  return (await inSlices(names, read)).filter((record) => record !== undefined).sort(byAge)
}

function behind(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => name.slice(prefix.length)).sort()
}

/** Asks the store about all items, so many at once that none loses its patience behind the others; gives the answers in order. */
export async function inSlices<T, U>(items: readonly T[], ask: (item: T) => Promise<U>): Promise<U[]> {
  const answers: U[] = []
  for (let i = 0; i < items.length; i += AT_ONCE) {
    answers.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map((item) => ask(item)))))
  }
  return answers
}

function byAge(a: KeyRecord, b: KeyRecord): number {
  return a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)
}
