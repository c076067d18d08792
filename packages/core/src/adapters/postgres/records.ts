import { ON_TIME, type PostgresConnection, TIMEOUT_MS } from '#adapters/postgres/connection'
import { RECORDS } from '#adapters/postgres/schema'
import { toText } from '#adapters/postgres/text'
import { type CoalesceOptions, coalesce } from '#adapters/shared/coalesce'
import type { RecordOperations } from '#adapters/shared/prefixed-adapter'
import { NO_CIRCUIT_BREAKER } from '#kernel/storage/circuit-breaker'

/** Number of keys that one statement lists. A large store is listed in steps, so that no step takes long. */
const KEYS_PER_STEP = 10_000

const COALESCING: CoalesceOptions = { breaker: NO_CIRCUIT_BREAKER, timeoutMs: TIMEOUT_MS }

/** Returns records in Postgres. Calls made while a statement runs are combined in the next one. */
export function postgresRecords(
  reads: Pick<PostgresConnection, 'read'>,
  writes: Pick<PostgresConnection, 'write'>,
): RecordOperations {
  const get = coalesce(async (keys: readonly string[]) => {
    const rows = await reads.read(GET, [keys])
    const values = new Map(rows.map(({ key, value }) => [key, String(value)]))
    return keys.map((key) => values.get(key))
  }, COALESCING)

  const set = coalesce(async (calls: readonly SetCall[], startedAt) => {
    // If a key has several values, the last one is kept.
    const records = [...new Map(calls.map((call) => [call.key, call])).values()]
    const values = [
      records.map(({ key }) => key),
      records.map(({ value }) => value),
      records.map(({ expiresAt }) => expiresAt),
    ]
    await writes.write(SET, values, startedAt)
    return calls.map(() => true)
  }, COALESCING)

  const remove = coalesce(async (keys: readonly string[], startedAt) => {
    const rows = await writes.write(DELETE, [keys], startedAt)
    const deleted = new Set(rows.map(({ key }) => key))
    return keys.map((key) => deleted.has(key))
  }, COALESCING)

  return {
    get: (async (key: string) => get(toText(key))) as RecordOperations['get'],
    set: (key, value: string, ttlMs) =>
      set({ key: toText(key), value, expiresAt: ttlMs ? Math.ceil(Date.now() + ttlMs) : null }),
    delete: (key) => remove(toText(key)),
    async keys(prefix) {
      const found: string[] = []
      for (let after: string | undefined; ; after = found.at(-1)) {
        const step = after === undefined ? LIST : LIST_AFTER
        const rows = await reads.read(step, [after ?? toText(prefix), toText(prefix)])
        for (const { key } of rows) found.push(String(key))
        if (rows.length < KEYS_PER_STEP) return found
      }
    },
  }
}

interface SetCall {
  readonly key: string
  readonly value: string
  /** Epoch milliseconds, for the sweep. keyv itself checks whether a record has expired. */
  readonly expiresAt: number | null
}

const GET = {
  name: 'space_data_get',
  text: `SELECT key, value FROM ${RECORDS} WHERE key = ANY ($1::text[])`,
}

const SET = {
  name: 'space_data_set',
  text: `INSERT INTO ${RECORDS} (key, value, expires_at)
    SELECT key, value, expires_at
    FROM unnest($2::text[], $3::text[], $4::bigint[]) AS call (key, value, expires_at)
    WHERE ${ON_TIME}
    ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
    RETURNING true AS on_time`,
}

/** Returns a row for each deleted key, and one with `on_time`, which is the first row. */
const DELETE = {
  name: 'space_data_delete',
  text: `WITH clock AS MATERIALIZED (SELECT ${ON_TIME} AS on_time),
    due AS MATERIALIZED (
      SELECT stored.key FROM ${RECORDS} AS stored, clock
      WHERE on_time AND stored.key = ANY ($2::text[])
      ORDER BY stored.key FOR UPDATE OF stored
    ),
    deleted AS (DELETE FROM ${RECORDS} WHERE key IN (SELECT key FROM due) RETURNING key)
    SELECT on_time, NULL AS key FROM clock UNION ALL SELECT true, key FROM deleted`,
}

/** Keys are compared by their bytes, so the keys with a prefix are a range. */
const IN_RANGE = `key < $2::text || chr(1114111) ORDER BY key LIMIT ${KEYS_PER_STEP}`

const LIST = {
  name: 'space_data_list',
  text: `SELECT key FROM ${RECORDS} WHERE key >= $1::text AND ${IN_RANGE}`,
}

const LIST_AFTER = {
  name: 'space_data_list_after',
  text: `SELECT key FROM ${RECORDS} WHERE key > $1::text AND ${IN_RANGE}`,
}
