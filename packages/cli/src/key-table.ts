import type { KeyRecord } from '@space-data/core'
import { stateCell, statesOf } from '#key-state'
import { printTable } from '#print'
import type { Terminal } from '#terminal'
import { agoOf } from '#times'

/** Prints keys, one to a line; they come with all others of their accounts. */
export function printKeys(records: readonly KeyRecord[], terminal: Terminal): Promise<void> {
  const now = Date.now()
  const stateOf = statesOf(records, now)
  return printTable(
    ['ID', 'LABEL', 'TIER', 'ACCOUNT', 'CREATED', 'EXPIRES', 'STATE'],
    records.map((record) => [
      record.id,
      record.label,
      record.tier,
      record.account,
      agoOf(record.created_at, '-', now),
      agoOf(record.expires_at, 'never', now),
      stateCell(stateOf(record)),
    ]),
    terminal,
  )
}
