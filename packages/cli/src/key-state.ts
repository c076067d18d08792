import type { KeyRecord } from '@space-data/core'

/** A key's record as it may be printed: everything but the hash. */
export function withoutHash({ hash: _, ...record }: KeyRecord): Omit<KeyRecord, 'hash'> {
  return record
}

/** Whether a key works at `now`, in epoch milliseconds. */
export function stateOf(
  { revoked_at, expires_at }: KeyRecord,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && now >= Date.parse(expires_at) ? 'expired' : 'active'
}
