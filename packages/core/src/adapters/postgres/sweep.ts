import { ON_TIME, type PostgresConnection } from '#adapters/postgres/connection'
import { COUNTERS, RECORDS } from '#adapters/postgres/schema'
import { createSweeper, sweepInSteps } from '#adapters/shared/sweeper'
import { hours } from '#kernel/kit/time'
import type { AtomicStore } from '#kernel/storage/atomic-store'

/** Rows checked by one statement. */
const ROWS_PER_STEP = 1_000

/** Claim of the process that sweeps. */
const CLAIM = 'sweep'

interface SweeperOptions {
  readonly counters: Pick<PostgresConnection, 'write'>
  readonly records: Pick<PostgresConnection, 'write'>
  /** Claims the sweep of this hour, because it is enough if one process sweeps. */
  readonly setIfAbsent: AtomicStore['setIfAbsent']
}

/** Returns a sweeper. Only one of all processes sweeps in an hour. */
export function createPostgresSweeper({
  counters,
  records,
  setIfAbsent,
}: SweeperOptions): (now: number) => void {
  const id = crypto.randomUUID()
  return createSweeper(async (now, countersNow, recordsNow) => {
    if ((await setIfAbsent(CLAIM, id, now + hours(1), now)) !== id) return
    await sweepTable(SWEEP_COUNTERS, countersNow, counters)
    await sweepTable(SWEEP_RECORDS, recordsNow, records)
  })
}

/** Deletes expired rows in steps, in the order of their keys. */
function sweepTable(
  statement: ReturnType<typeof sweepOf>,
  now: number,
  { write }: Pick<PostgresConnection, 'write'>,
): Promise<void> {
  return sweepInSteps(async (after) => {
    const [step] = await write(statement, [after, Math.max(0, Math.floor(now))])
    return step?.['last']
  })
}

/** Locked rows are in use and are skipped. A sweep never waits, so it cannot be part of a deadlock. */
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
