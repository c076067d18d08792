import type { KeyRecord } from '#store/keys'

/** Whether a key is neither revoked nor expired. */
export function isLive({ revoked_at, expires_at }: KeyRecord, now: number): boolean {
  return revoked_at === null && (expires_at === null || now < Date.parse(expires_at))
}

/** The live keys of an account. */
export interface Standing {
  readonly live: readonly KeyRecord[]
  /** Those that count towards the tier's number. */
  readonly counted: readonly KeyRecord[]
  /** Those that another live key replaces: they work until their end, and do not count. */
  readonly inGrace: readonly KeyRecord[]
}

export function standingOf(records: readonly KeyRecord[], now: number): Standing {
  const live = records.filter((record) => isLive(record, now))
  const replaced = new Set(live.map(({ replaces }) => replaces))
  return {
    live,
    counted: live.filter(({ id }) => !replaced.has(id)),
    inGrace: live.filter(({ id }) => replaced.has(id)),
  }
}
