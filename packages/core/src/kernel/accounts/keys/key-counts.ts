import type { KeyRecord } from '#kernel/accounts/keys/key-records'

/** Returns whether a key is neither revoked nor expired. */
export function isLive({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < Date.parse(expiresAt))
}

/** Live keys of an account. */
export interface LiveKeys {
  readonly live: readonly KeyRecord[]
  /** Keys that no live key replaces; they count towards the limit of the tier. */
  readonly current: readonly KeyRecord[]
  /** Keys that a live key replaces; they work until they expire and do not count. */
  readonly inGrace: readonly KeyRecord[]
}

/** Selects the live keys of an account and groups them. */
export function groupLiveKeys(records: readonly KeyRecord[], now: number): LiveKeys {
  const live = records.filter((record) => isLive(record, now))
  const replaced = new Set(live.map(({ replaces }) => replaces))
  return {
    live,
    current: live.filter(({ id }) => !replaced.has(id)),
    inGrace: live.filter(({ id }) => replaced.has(id)),
  }
}
