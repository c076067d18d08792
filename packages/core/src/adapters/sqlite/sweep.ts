import { createSweeper, sweepInSteps } from '#adapters/shared/sweeper'
import type { Query } from '#adapters/sqlite/connection'

/** Rows checked by one statement, which blocks the process. */
const ROWS_PER_STEP = 200

/**
 * keyv writes the expiry after the value, in 13 digits until 2286, and deletes only records that are read.
 */
const IS_RECORD_EXPIRED = `substr(value, -25, 11) = ',"expires":'
  AND CAST(substr(value, -14, 13) AS INTEGER) <= ?`
const IS_COUNTER_EXPIRED = 'until <= ?'

/**
 * Returns a sweeper that afterwards empties the write-ahead log, because it still contains the deleted data.
 */
export function createSqliteSweeper(query: Query): (now: number) => void {
  return createSweeper(async (_, countersNow, recordsNow) => {
    await sweepTable('counters', IS_COUNTER_EXPIRED, countersNow, query)
    await sweepTable('keyv', IS_RECORD_EXPIRED, recordsNow, query)
    await query('PRAGMA wal_checkpoint(TRUNCATE)')
  })
}

function sweepTable(table: string, isExpired: string, now: number, query: Query): Promise<void> {
  const findExpired = `SELECT max(key) AS last, json_group_array(key) FILTER (WHERE ${isExpired}) AS expired
    FROM (SELECT * FROM ${table} WHERE key > ? ORDER BY key LIMIT ${ROWS_PER_STEP})`
  const remove = `DELETE FROM ${table} WHERE key IN (SELECT value FROM json_each(?)) AND ${isExpired}`
  return sweepInSteps(async (after) => {
    const [step] = await query(findExpired, now, after)
    const expired = String(step?.['expired'] ?? '[]')
    if (expired !== '[]') await query(remove, expired, now)
    return step?.['last']
  })
}
