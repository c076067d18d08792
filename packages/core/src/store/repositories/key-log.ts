import { mapInBatches } from '#store/repositories/batches'
import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { days, iso } from '#time'

/** What was done to a key; `replaced` is the end that a rotation gives to the old one. */
export type KeyAction = 'issued' | 'rotated' | 'replaced' | 'revoked' | 'tier_changed' | 'deleted'

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
    const name = `${PREFIX}${at}:${String(appended).padStart(12, '0')}:${crypto.randomUUID()}`
    await this.#store.set(name, toStored(entry), RETENTION_MS)
  }

  /** Returns the entries from an instant on, oldest first. */
  async since(from: number): Promise<KeyLogEntry[]> {
    const first = `${PREFIX}${iso(from)}`
    const names = (await this.#store.keys(PREFIX)).filter((name) => name >= first).sort()
    const entries = await mapInBatches(names, (name) => this.#store.get<unknown>(name))
    return entries.filter((stored) => stored !== undefined).map((stored) => fromStored<KeyLogEntry>(stored))
  }
}
