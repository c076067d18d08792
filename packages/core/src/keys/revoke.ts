import type { Context } from '#context'
import { changingAccount } from '#keys/account-lock'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { iso } from '#time'

/** Revokes a key for ever; gives its record, or `undefined` when there is no such key. */
export async function revokeKey(id: string, context: Context): Promise<KeyRecord | undefined> {
  const found = await new KeyRecords(context.store).byId(id)
  if (!found) return undefined
  return changingAccount(found.account, context, (records) =>
    records.change(id, (key) => (key.revoked_at === null ? { ...key, revoked_at: iso(context.now()) } : key)),
  )
}
