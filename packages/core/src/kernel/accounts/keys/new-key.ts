import type { KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import type { KeyRestrictions } from '#kernel/accounts/keys/restrictions'
import { hashOf, randomBase62 } from '#kernel/accounts/keys/secret'
import { iso } from '#kernel/kit/time'
import { storeUnavailable } from '#kernel/storage/store-failure'

/** A new key in plaintext, with its record. The plaintext cannot be read again. */
export interface IssuedKey {
  readonly key: string
  readonly record: KeyRecord
}

interface NewKey extends KeyRestrictions {
  readonly tier: string
  readonly label: string
  /** Default: the id of the key. */
  readonly account?: string | undefined
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** ISO 8601; `null` for never. */
  readonly expiresAt: string | null
  readonly replaces?: string
}

/**
 * Stores the record of a new key and reads it back before returning the key.
 *
 * @throws `store_unavailable` if it cannot be read back
 */
export async function writeKey(secret: string, options: NewKey, records: KeyRecords): Promise<IssuedKey> {
  const id = `key_${randomBase62(12)}`
  const record: KeyRecord = {
    id,
    hash: hashOf(secret),
    label: options.label,
    tier: options.tier,
    account: options.account ?? id,
    createdAt: iso(options.createdAt),
    expiresAt: options.expiresAt,
    revokedAt: null,
    replaces: options.replaces ?? null,
    ...(options.paths && { paths: options.paths }),
    ...(options.networks && { networks: options.networks }),
  }
  await records.put(record)
  const stored = await records.byHash(record.hash)
  if (stored?.id !== id) {
    throw storeUnavailable(new Error('The new key could not be read back from the store.'))
  }
  return { key: secret, record }
}
