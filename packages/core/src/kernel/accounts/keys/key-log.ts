import * as v from 'valibot'
import type { Environment } from '#kernel/kit/environment'
import { days, iso } from '#kernel/kit/time'
import { recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { ACCOUNT, instant, KEY_ID, matching } from '#kernel/storage/records/schemas'

/** Operations on a key. @internal */
const KEY_ACTIONS = ['issued', 'rotated', 'replaced', 'revoked', 'tier_changed', 'deleted'] as const

/** Operation on a key; `replaced` is the end of the old key in a rotation. */
export type KeyAction = (typeof KEY_ACTIONS)[number]

/** One operation on a key. */
export interface KeyLogEntry {
  /** ISO 8601 UTC. */
  readonly at: string
  /** Name of the operator who performed it, or `self-service`. */
  readonly by: string
  readonly action: KeyAction
  /** Id of the key. */
  readonly key: string
  readonly account: string
  /** Tier after the operation. */
  readonly tier: string
  /** Id of the key that a `rotated` key replaces. */
  readonly replaces?: string
}

/** The part of a key's record that is logged. */
interface LoggedKey extends Pick<KeyLogEntry, 'account' | 'tier'> {
  readonly id: string
  readonly replaces: string | null
}

/** Name in the log for operations by clients without the operator. */
export const SELF_SERVICE = 'self-service'

/** Number of days for which an entry is kept: more than a year, for yearly reviews. */
const KEPT_DAYS = 400

/** Entries of the log, stored under their instant, their number in the process, and a random id. */
export const keyLogKind = recordKind<KeyLogEntry>({
  name: 'key-log',
  isShared: true,
  isSmall: true,
  id: /\d{4}-\d\d-\d\dT[\d:.]{12}Z:\d{12}:[0-9a-f-]{36}/,
  schema: v.strictObject({
    at: instant,
    by: v.string(),
    action: v.picklist(KEY_ACTIONS),
    key: matching(KEY_ID),
    account: matching(ACCOUNT),
    tier: v.string(),
    replaces: v.exactOptional(v.string()),
  }),
  until: (id) => Date.parse(id.slice(0, iso(0).length)) + days(KEPT_DAYS),
})

/** Number of entries of this process, which orders entries within a millisecond. */
let appended = 0

/**
 * The log of operations on keys. An entry is written before the operation, so that none is missing. There may
 * be entries of operations that failed afterwards. Entries are never changed, and are deleted only because of
 * their age.
 */
export class KeyLog {
  readonly #records: Records<KeyLogEntry>
  readonly #now: () => number
  readonly #by: string

  /** @param by Name of the operator for further entries; by default the configured one. */
  constructor(context: Environment, by = context.settings.operator) {
    this.#records = new Records(keyLogKind, context)
    this.#now = context.now
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
    await this.#records.write(`${at}:${String(appended).padStart(12, '0')}:${crypto.randomUUID()}`, entry)
  }

  /** Returns the entries since an instant, oldest first. */
  async since(from: number): Promise<KeyLogEntry[]> {
    const ids = await this.#records.ids()
    return this.#records.list(ids.filter((id) => id >= iso(from)))
  }
}
