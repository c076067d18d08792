import type { Query } from '#backends/sqlite-connection'
import { sweepClock } from '#store/clocks'
import { hours, minutes } from '#time'

/** Rows looked at in one go: the process stands still meanwhile. */
const SLICE = 200

/** keyv writes the end of a record's life behind its value, in 13 digits until 2286, and drops an expired record only when it is read. */
const RECORD_IS_OVER = `substr(value, -25, 11) = ',"expires":' AND CAST(substr(value, -14, 13) AS INTEGER) <= ?`
const COUNTER_IS_OVER = 'until <= ?'

/**
 * Sweeps once an hour of use when it is told the time, beside the requests. A process that has just been started does not believe its clock
 * yet: its first sweep comes after an hour.
 */
export function sweeps(query: Query): (now: number) => void {
  const counters = sweepClock({ believesFirst: false })
  const records = sweepClock({ believesFirst: false })
  let lookAt = 0
  let sweepAt = 0
  return (now) => {
    if (now < lookAt && now >= lookAt - minutes(1)) return
    lookAt = now + minutes(1)
    const [countersNow, recordsNow] = [counters(now), records(Date.now())]
    if (performance.now() < sweepAt || countersNow === Number.NEGATIVE_INFINITY) return
    sweepAt = performance.now() + hours(1)
    // A failure is the requests' to tell of.
    sweep(query, countersNow, recordsNow).catch(() => {})
  }
}

/** Deletes what has expired, slice by slice, and empties the write-ahead log, which still has what was deleted. */
async function sweep(query: Query, countersNow: number, recordsNow: number): Promise<void> {
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
