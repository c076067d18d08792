import { ON_TIME, type PostgresConnection } from '#backends/postgres-connection'
import { COUNTERS, RECORDS } from '#backends/postgres-schema'
import type { Counters } from '#store/counters'
import { createSweepClock } from '#store/sweep-clock'
import { hours, minutes } from '#time'

/** Rows checked by one statement. */
const ROWS_PER_STEP = 1_000

/** The claim of the process that sweeps. */
const CLAIM = 'sweep'

interface SweeperOptions {
  readonly counters: Pick<PostgresConnection, 'write'>
  readonly records: Pick<PostgresConnection, 'write'>
  /** Claims the sweep of this hour: one process of all is enough. */
  readonly acquire: Counters['acquire']
}

/**
 * Returns a function that starts a sweep in the background, at most once an hour; call it with the time of
 * each request. The first sweep comes an hour after the start, when the clock is trusted.
 */
export function createPostgresSweeper({ counters, records, acquire }: SweeperOptions): (now: number) => void {
  const id = crypto.randomUUID()
  const counterClock = createSweepClock({ trustsFirst: false })
  const recordClock = createSweepClock({ trustsFirst: false })
  let checkAt = 0
  let sweepAt = 0
  return (now) => {
    if (now < checkAt && now >= checkAt - minutes(1)) return
    checkAt = now + minutes(1)
    const [countersNow, recordsNow] = [counterClock(now), recordClock(Date.now())]
    if (performance.now() < sweepAt || countersNow === Number.NEGATIVE_INFINITY) return
    sweepAt = performance.now() + hours(1)
    // A failing store is reported by the requests.
    sweep(now, countersNow, recordsNow).catch(() => {})
  }

  async function sweep(now: number, countersNow: number, recordsNow: number): Promise<void> {
    if ((await acquire(CLAIM, id, now + hours(1), now)) !== id) return
    await sweepTable(SWEEP_COUNTERS, countersNow, counters)
    await sweepTable(SWEEP_RECORDS, recordsNow, records)
  }
}

type SweepStatement = ReturnType<typeof sweepOf>

/** Deletes expired rows in steps, in the order of their keys. */
async function sweepTable(
  statement: SweepStatement,
  now: number,
  { write }: Pick<PostgresConnection, 'write'>,
): Promise<void> {
  for (let after: unknown = ''; typeof after === 'string'; ) {
    const [step] = await write(statement, [after, Math.max(0, Math.floor(now))])
    after = step?.['last']
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Rows that are locked are in use, and are left: a sweep never waits, so it cannot be part of a deadlock. */
function sweepOf(table: string, end: string) {
  return {
    name: `${table}_sweep`,
    text: `WITH step AS MATERIALIZED (
        SELECT key FROM ${table} WHERE key > $2::text ORDER BY key LIMIT ${ROWS_PER_STEP}
      ),
      expired AS MATERIALIZED (
        SELECT key FROM ${table}
        WHERE ${ON_TIME} AND key IN (SELECT key FROM step) AND ${end} <= $3::bigint
        FOR UPDATE SKIP LOCKED
      ),
      deleted AS (DELETE FROM ${table} WHERE key IN (SELECT key FROM expired))
      SELECT max(key) AS last FROM step`,
  }
}

const SWEEP_COUNTERS = sweepOf(COUNTERS, 'until')
const SWEEP_RECORDS = sweepOf(RECORDS, 'expires_at')
