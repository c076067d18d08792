import type { KeyRecord } from '@space-data/core'
import type { Style, Styled } from '#paint'

/** Whether a key works; one in grace does until its end, although a new one replaces it. */
export type KeyState = 'active' | 'in grace' | 'expired' | 'revoked'

/** A key's record as it may be printed: everything but the hash. */
export function withoutHash({ hash: _, ...record }: KeyRecord): Omit<KeyRecord, 'hash'> {
  return record
}

/** The states at `now`, in epoch milliseconds, of keys that come with all others of their accounts. */
export function statesOf(records: readonly KeyRecord[], now: number): (record: KeyRecord) => KeyState {
  const live = records.filter((record) => endedBy(record, now) === undefined)
  const replaced = new Set(live.map(({ replaces }) => replaces))
  return (record) => endedBy(record, now) ?? (replaced.has(record.id) ? 'in grace' : 'active')
}

function endedBy({ revoked_at, expires_at }: KeyRecord, now: number): 'expired' | 'revoked' | undefined {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && now >= Date.parse(expires_at) ? 'expired' : undefined
}

/** A state as a table shows it. */
export function stateCell(state: KeyState): Styled {
  return { text: state, style: STYLES[state] }
}

const STYLES: Readonly<Record<KeyState, Style>> = {
  active: 'good',
  'in grace': 'warning',
  expired: 'quiet',
  revoked: 'quiet',
}
