import type { Query } from '#backends/sqlite-connection'

/** Rows looked at in one go: the process stands still meanwhile. */
const SLICE = 200

/** keyv writes the end of a record's life behind its value, in 13 digits until 2286, and drops an expired record only when it is read. */
const RECORD_IS_OVER = `substr(value, -25, 11) = ',"expires":' AND CAST(substr(value, -14, 13) AS INTEGER) <= ?`
const COUNTER_IS_OVER = 'until <= ?'

/** Deletes what has expired, slice by slice, and empties the write-ahead log, which still has what was deleted. */
export async function sweep(query: Query, countersNow: number, recordsNow: number): Promise<void> {
  await sweepTable('counters', COUNTER_IS_OVER, countersNow, query)
  await sweepTable('keyv', RECORD_IS_OVER, recordsNow, query)
  await query('PRAGMA wal_checkpoint(TRUNCATE)')
}

async function sweepTable(table: string, isOver: string, now: number, query: Query): Promise<void> {
  const look = `SELECT max(key) AS last, json_group_array(key) FILTER (WHERE ${isOver}) AS expired
    FROM (SELECT * FROM ${table} WHERE key > ? ORDER BY key LIMIT ${SLICE})`
  const remove = `DELETE FROM ${table} WHERE key IN (SELECT value FROM json_each(?)) AND ${isOver}`
  for (let last: unknown = ''; typeof last === 'string'; ) {
    const [slice] = await query(look, now, last)
    const expired = String(slice?.['expired'] ?? '[]')
    if (expired !== '[]') await query(remove, expired, now)
    last = slice?.['last']
    await new Promise((resolve) => setTimeout(resolve))
  }
}
