import type { Context } from '#context'
import { type IssuedKey, issueByOperator, type KeyOrder } from '#keys/issue'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { iso } from '#time'

/** What an operator can do with keys. */
export interface Keys {
  /** Issues a key and shows it, once; throws a TypeError or a KeyRefused, whose messages are for people. */
  issue(order: KeyOrder): Promise<IssuedKey>
  /** All keys, oldest first. */
  list(): Promise<KeyRecord[]>
  show(id: string): Promise<KeyRecord | undefined>
  /** Revokes a key, on every instance within 5 s; gives its record, or `undefined` when there is no such key. */
  revoke(id: string): Promise<KeyRecord | undefined>
}

export function manageKeys(context: Context): Keys {
  const records = new KeyRecords(context.store)
  return {
    issue: (order) => issueByOperator(order, context),
    list: () => records.all(),
    show: (id) => records.byId(id),
    async revoke(id) {
      const record = await records.byId(id)
      if (!record || record.revoked_at !== null) return record
      const revoked = { ...record, revoked_at: iso(context.now()) }
      await records.put(revoked)
      return revoked
    },
  }
}
