import type { KeyRecord } from '@space-data/core/accounts'
import type { Style, Styled } from '#kit/colors'

/** State of a key. A key in grace has been replaced and still works until it expires. */
export type KeyState = 'active' | 'in grace' | 'expired' | 'revoked'

/** Returns a key's record without its hash, for printing. */
export function withoutHash({ hash: _, ...record }: KeyRecord): Omit<KeyRecord, 'hash'> {
  return record
}

/**
 * Returns a function from record to state at `now` (epoch ms). `records` must include all keys of the
 * accounts.
 */
export function keyStates(records: readonly KeyRecord[], now: number): (record: KeyRecord) => KeyState {
  const live = records.filter((record) => endState(record, now) === undefined)
  const replaced = new Set(live.map(({ replaces }) => replaces))
  return (record) => endState(record, now) ?? (replaced.has(record.id) ? 'in grace' : 'active')
}

function endState({ revokedAt, expiresAt }: KeyRecord, now: number): 'expired' | 'revoked' | undefined {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && now >= Date.parse(expiresAt) ? 'expired' : undefined
}

/** Returns a state as a table cell. */
export function keyStateCell(state: KeyState): Styled {
  return { text: state, style: STYLES[state] }
}

const STYLES: Readonly<Record<KeyState, Style>> = {
  active: 'success',
  'in grace': 'warning',
  expired: 'muted',
  revoked: 'muted',
}
