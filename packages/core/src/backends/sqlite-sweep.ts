import type { Query } from '#backends/sqlite-connection'
import { createSweepClock } from '#store/sweep-clock'
import { hours, minutes } from '#time'

/** Rows checked by one statement, which blocks the process. */
const ROWS_PER_STEP = 200

/** keyv writes the expiry behind the value, in 13 digits until 2286, and deletes only what is read. */
const IS_RECORD_EXPIRED = `substr(value, -25, 11) = ',"expires":'
  AND CAST(substr(value, -14, 13) AS INTEGER) <= ?`
const IS_COUNTER_EXPIRED = 'until <= ?'

/**
 * Returns a function that starts a sweep in the background, at most once an hour; call it with the time of
 * each request. The first sweep comes an hour after the start, when the clock is trusted.
 */
export function createSweeper(query: Query): (now: number) => void {
  const counters = createSweepClock({ trustsFirst: false })
  const records = createSweepClock({ trustsFirst: false })
  let checkAt = 0
  let sweepAt = 0
  return (now) => {
    if (now < checkAt && now >= checkAt - minutes(1)) return
    checkAt = now + minutes(1)
    const [countersNow, recordsNow] = [counters(now), records(Date.now())]
    if (performance.now() < sweepAt || countersNow === Number.NEGATIVE_INFINITY) return
    sweepAt = performance.now() + hours(1)
    // A failing store is reported by the requests.
    sweep(query, countersNow, recordsNow).catch(() => {})
  }
}

/** Deletes what has expired, in steps, and empties the write-ahead log, which still contains it. */
async function sweep(query: Query, countersNow: number, recordsNow: number): Promise<void> {
  await sweepTable('counters', IS_COUNTER_EXPIRED, countersNow, query)
  await sweepTable('keyv', IS_RECORD_EXPIRED, recordsNow, query)
  await query('PRAGMA wal_checkpoint(TRUNCATE)')
}

async function sweepTable(table: string, isExpired: string, now: number, query: Query): Promise<void> {
  const findExpired = `SELECT max(key) AS last, json_group_array(key) FILTER (WHERE ${isExpired}) AS expired
    FROM (SELECT * FROM ${table} WHERE key > ? ORDER BY key LIMIT ${ROWS_PER_STEP})`
  const remove = `DELETE FROM ${table} WHERE key IN (SELECT value FROM json_each(?)) AND ${isExpired}`
  for (let last: unknown = ''; typeof last === 'string'; ) {
    const [step] = await query(findExpired, now, last)
    const expired = String(step?.['expired'] ?? '[]')
    if (expired !== '[]') await query(remove, expired, now)
    last = step?.['last']
    await new Promise((resolve) => setTimeout(resolve))
  }
}
