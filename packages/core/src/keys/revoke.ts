import type { Context } from '#context'
import { changingAccount } from '#keys/account-lock'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { iso } from '#time'

/** Revokes a key for ever; gives its record, or `undefined` when there is no such key. */
export async function revokeKey(id: string, context: Context): Promise<KeyRecord | undefined> {
  const records = new KeyRecords(context.store)
  const found = await records.byId(id)
  if (!found) return undefined
  return changingAccount(found.account, context, async () => {
    const record = (await records.byId(id)) ?? found
    if (record.revoked_at !== null) return record
    const revoked = { ...record, revoked_at: iso(context.now()) }
    await records.put(revoked)
    return revoked
  })
}
