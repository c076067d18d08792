import { withAccountLock } from '#accounts/account-lock'
import { type KeyRecord, KeyRecords } from '#accounts/keys/key-records'
import type { Context } from '#kit/context'
import type { Store } from '#storage/store'

/** Stores a key that does not exist yet; never changes an existing one. */
export async function importKey(record: KeyRecord, store: Store): Promise<'new' | 'same' | 'differs'> {
  const records = new KeyRecords(store)
  const [existing, withId] = await Promise.all([records.byHash(record.hash), records.byId(record.id)])
  if (existing ? !isUnchanged(existing, record) : withId) return 'differs'
  // Writing an existing record again restores a lost index entry.
  if (!withId) await records.put(existing ?? record)
  return existing ? 'same' : 'new'
}

/**
 * Replaces a stored key with the exported one, at the earlier of their two ends. Returns `false` if the id or
 * the account differs.
 */
export async function overwriteKey(record: KeyRecord, context: Context): Promise<boolean> {
  const overwritten = await withAccountLock(record.account, context, (records) =>
    records.update(record.id, (existing) =>
      isSameKey(existing, record) ? mergeEnds(existing, record) : existing,
    ),
  )
  return overwritten !== undefined && isSameKey(overwritten, record)
}

/** Returns whether an import would change nothing. Parsed records have their members in one order. */
function isUnchanged(existing: KeyRecord, record: KeyRecord): boolean {
  return JSON.stringify(existing) === JSON.stringify(mergeEnds(existing, record))
}

function isSameKey(a: KeyRecord, b: KeyRecord): boolean {
  return a.hash === b.hash && a.id === b.id && a.account === b.account
}

/** Returns the exported record with the earlier end of both: a revoked key never works again. */
function mergeEnds(existing: KeyRecord, record: KeyRecord): KeyRecord {
  return {
    ...record,
    expiresAt: earlier(existing.expiresAt, record.expiresAt),
    revokedAt: earlier(existing.revokedAt, record.revokedAt),
  }
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) <= Date.parse(b) ? a : b
}
