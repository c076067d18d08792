import { hashOf, randomBase62 } from '#keys/secret'
import { unavailable } from '#store/guard'
import type { KeyRecord, KeyRecords } from '#store/keys'
import { iso } from '#time'

/** A key at the one moment when it can be shown. */
export interface IssuedKey {
  readonly key: string
  readonly record: KeyRecord
}

/** What is decided of a key before it is written. */
interface NewKey {
  readonly tier: string
  readonly label: string
  /** Default: its own. */
  readonly account?: string | undefined
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** ISO 8601; `null` for never. */
  readonly expiresAt: string | null
  readonly replaces?: string
}

/** Writes the record of a secret, reads it back, and only then lets the key be shown. */
export async function writeKey(secret: string, order: NewKey, records: KeyRecords): Promise<IssuedKey> {
  const id = `key_${randomBase62(12)}`
  const record: KeyRecord = {
    id,
    hash: hashOf(secret),
    label: order.label,
    tier: order.tier,
    account: order.account ?? id,
    created_at: iso(order.createdAt),
    expires_at: order.expiresAt,
    revoked_at: null,
    replaces: order.replaces ?? null,
  }
  await records.put(record)
  const kept = await records.byHash(record.hash)
  if (kept?.id !== id) {
    throw unavailable(new Error('a new key could not be read back'))
  }
  return { key: secret, record }
}
