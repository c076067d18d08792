import type { KeyRecord } from '@space-data/core/accounts'
import { keyStateCell, keyStates } from '#keys/key-state'
import { printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatAgo } from '#kit/times'

/** Prints keys as a table. `records` must include all keys of the accounts. */
export function printKeys(records: readonly KeyRecord[], terminal: Terminal): Promise<void> {
  const now = Date.now()
  const stateOf = keyStates(records, now)
  return printTable(
    ['ID', 'LABEL', 'TIER', 'ACCOUNT', 'CREATED', 'EXPIRES', 'STATE'],
    records.map((record) => [
      record.id,
      record.label,
      record.tier,
      record.account,
      formatAgo(record.createdAt, '-', now),
      formatAgo(record.expiresAt, 'never', now),
      keyStateCell(stateOf(record)),
    ]),
    terminal,
    { leaving: ['CREATED'], whole: ['ID'] },
  )
}
