import type { SetUpQuery } from '#adapters/postgres/connection'
import { seconds } from '#kernel/kit/time'

/**
 * Version of the tables and of the records in them (table `space_data_schema`). Every change increments it
 * and adds a step to `prepareTables`. Version 1 was never released, so it has no step.
 */
const VERSION = 2

export const RECORDS = 'space_data_records'
export const COUNTERS = 'space_data_counters'

/** How long to wait while other processes create the same tables. */
const CREATE_TIMEOUT_MS = seconds(5)

/** Id of the lock under which tables are created: `SpDa`. */
const LOCK = 0x53704461

/**
 * Keys are compared by their bytes, because all processes must lock rows in the same order, and a prefix must
 * be a range. The columns after `until` only pass one call of a batch to its update, and have no meaning
 * afterwards. There is no index besides the key, and pages are half full, so that an update stays within its
 * page.
 */
const CREATE = `BEGIN;
  SELECT pg_advisory_xact_lock(${LOCK});
  CREATE TABLE IF NOT EXISTS ${RECORDS} (
    key text COLLATE "C" PRIMARY KEY, value text NOT NULL, expires_at bigint
  );
  CREATE TABLE IF NOT EXISTS ${COUNTERS} (
    key text COLLATE "C" PRIMARY KEY, count bigint NOT NULL, owner text, until bigint NOT NULL,
    group_index integer, granted bigint, max_count bigint, requested_at bigint
  ) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS space_data_schema (version integer NOT NULL);
  INSERT INTO space_data_schema SELECT ${VERSION} WHERE NOT EXISTS (SELECT FROM space_data_schema);
  COMMIT`

/**
 * Creates the tables if they do not exist.
 *
 * @throws Error with the code `POSTGRES_TABLES_NEWER` for tables of a later version, `POSTGRES_TABLES_OLDER`
 *   for tables of an earlier version that cannot be read.
 */
export async function prepareTables(query: SetUpQuery): Promise<void> {
  const version = await readVersion(query)
  if (version === undefined) return createTables(query)
  if (version > VERSION) throw newerTables(version)
  if (version < VERSION) throw olderTables(version)
}

async function createTables(query: SetUpQuery): Promise<void> {
  try {
    await query(CREATE, CREATE_TIMEOUT_MS)
  } catch (error) {
    await query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function readVersion(query: SetUpQuery): Promise<number | undefined> {
  const [table] = await query(`SELECT to_regclass('space_data_schema') IS NOT NULL AS exists`)
  if (!table?.['exists']) return undefined
  const [row] = await query('SELECT max(version) AS version FROM space_data_schema')
  return Number(row?.['version'])
}

function newerTables(version: number): Error {
  const message = `its tables have version ${version}; this release supports versions up to ${VERSION}: update space-data`
  return Object.assign(new Error(message), { code: 'POSTGRES_TABLES_NEWER' })
}

function olderTables(version: number): Error {
  const message = `its tables have version ${version}; this release needs version ${VERSION}: use another database`
  return Object.assign(new Error(message), { code: 'POSTGRES_TABLES_OLDER' })
}
