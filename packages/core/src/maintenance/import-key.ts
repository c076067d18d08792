import type { Context } from '#context'
import { changingAccount } from '#keys/account-lock'
import { type KeyRecord, KeyRecords } from '#store/keys'
import type { Store } from '#store/store'

/** Writes a key that is not here yet; one that is here stays as it is, whether it is the same or differs. */
export async function importKey(record: KeyRecord, store: Store): Promise<'new' | 'same' | 'differs'> {
  const records = new KeyRecords(store)
  const [kept, ofId] = await Promise.all([records.byHash(record.hash), records.byId(record.id)])
  if (kept ? !isSame(kept, record) : ofId) return 'differs'
  // It is new, or its id leads nowhere, which this puts right.
  if (!ofId) await records.put(kept ?? record)
  return kept ? 'same' : 'new'
}

/** Makes a key that is here as in the export, but for what ended it; says whether it could: not if its id or account is another. */
export async function overwriteKey(record: KeyRecord, context: Context): Promise<boolean> {
  const overwritten = await changingAccount(record.account, context, (records) =>
    records.change(record.id, (kept) => (isSameKey(kept, record) ? stricter(kept, record) : kept)),
  )
  return overwritten !== undefined && isSameKey(overwritten, record)
}

/** Whether an import would change nothing. */
function isSame(kept: KeyRecord, record: KeyRecord): boolean {
  const wanted = stricter(kept, record)
  const members = Object.keys(wanted) as (keyof KeyRecord)[]
  return members.every((member) => (kept[member] ?? null) === wanted[member])
}

function isSameKey(a: KeyRecord, b: KeyRecord): boolean {
  return a.hash === b.hash && a.id === b.id && a.account === b.account
}

/** The record as in the export, ended as soon as it ends in either place: a revoked key never works again. */
function stricter(kept: KeyRecord, record: KeyRecord): KeyRecord {
  return {
    ...record,
    expires_at: earlier(kept.expires_at, record.expires_at),
    revoked_at: earlier(kept.revoked_at, record.revoked_at),
  }
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) <= Date.parse(b) ? a : b
}
