import { mapInBatches, STORE_BATCH } from '#store/repositories/batches'
import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { days, iso } from '#time'

/** What may be done to a key. @internal */
export const KEY_ACTIONS = ['issued', 'rotated', 'replaced', 'revoked', 'tier_changed', 'deleted'] as const

/** What was done to a key; `replaced` is the end that a rotation gives to the old one. */
export type KeyAction = (typeof KEY_ACTIONS)[number]

/** One operation on a key. */
export interface KeyLogEntry {
  /** ISO 8601 UTC. */
  readonly at: string
  /** Who did it: the operator's name, or `self-service`. */
  readonly by: string
  readonly action: KeyAction
  /** Id of the key. */
  readonly key: string
  readonly account: string
  /** Tier after the operation. */
  readonly tier: string
  /** Id of the key that a `rotated` one replaces. */
  readonly replaces?: string
}

/** An entry with what distinguishes it from others of its millisecond. */
export interface NamedEntry {
  readonly name: string
  readonly entry: KeyLogEntry
}

/** The part of a key's record that is logged. */
interface LoggedKey {
  readonly id: string
  readonly account: string
  readonly tier: string
  readonly replaces: string | null
}

const PREFIX = 'key-log:'

/** How long an entry is kept, in milliseconds: longer than a year, for yearly reviews. */
const RETENTION_MS = days(400)

/** Number of entries of this process, which orders those of one millisecond. */
let appended = 0

/**
 * The log of operations on keys. An entry is written before the operation, so that none is missing; one whose
 * operation then failed may be there. Nothing changes or deletes an entry but its age.
 */
export class KeyLog {
  readonly #store: Store
  readonly #now: () => number
  readonly #by: string

  /** @param by Who does what is logged from now on. */
  constructor(store: Store, now: () => number, by: string) {
    this.#store = store
    this.#now = now
    this.#by = by
  }

  async append(action: KeyAction, { id, account, tier, replaces }: LoggedKey): Promise<void> {
    const at = iso(this.#now())
    const entry: KeyLogEntry = {
      at,
      by: this.#by,
      action,
      key: id,
      account,
      tier,
      ...(action === 'rotated' && replaces !== null && { replaces }),
    }
    appended += 1
    await this.restore({ name: `${String(appended).padStart(12, '0')}:${crypto.randomUUID()}`, entry })
  }

  /** Returns the entries from an instant on, oldest first. */
  async since(from: number): Promise<KeyLogEntry[]> {
    const entries: KeyLogEntry[] = []
    for await (const batch of this.named(from)) entries.push(...batch.map(({ entry }) => entry))
    return entries
  }

  /** Yields the entries from an instant on with their names, oldest first, in batches. */
  async *named(from: number): AsyncGenerator<NamedEntry[]> {
    const first = `${PREFIX}${iso(from)}`
    const keys = (await this.#store.keys(PREFIX)).filter((key) => key >= first).sort()
    for (let i = 0; i < keys.length; i += STORE_BATCH) {
      const batch = keys.slice(i, i + STORE_BATCH)
      const stored = await mapInBatches(batch, (key) => this.#store.get<unknown>(key))
      yield stored.flatMap((each, j) => {
        if (each === undefined) return []
        const entry = fromStored<KeyLogEntry>(each)
        return [{ name: batch[j]?.slice(`${PREFIX}${entry.at}:`.length) ?? '', entry }]
      })
    }
  }

  /** Writes an entry under its name, until it is too old; a second time it changes nothing. */
  async restore({ name, entry }: NamedEntry): Promise<void> {
    const ttlMs = Date.parse(entry.at) + RETENTION_MS - this.#now()
    if (ttlMs > 0) await this.#store.set(`${PREFIX}${entry.at}:${name}`, toStored(entry), ttlMs)
  }
}
