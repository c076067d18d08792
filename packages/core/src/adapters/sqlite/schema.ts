import type { Connection } from '#adapters/sqlite/connection'

/**
 * Version of the tables and of the records in them (`PRAGMA user_version`). Every change increments it and
 * adds a step to `prepareTables`. Version 1 was never released, so it has no step.
 */
const VERSION = 2

/** `SpDa`, stored as `PRAGMA application_id`. */
const APPLICATION_ID = 0x53704461

/** The table of `@keyv/sqlite`, as that package creates it. */
const RECORDS = 'CREATE TABLE IF NOT EXISTS keyv(key VARCHAR(255) PRIMARY KEY, value TEXT)'

/** The columns after `until` only pass one call of a batch to its update, and have no meaning afterwards. */
const COUNTERS = `CREATE TABLE IF NOT EXISTS counters (
  key TEXT PRIMARY KEY, count INTEGER NOT NULL, owner TEXT, until INTEGER NOT NULL,
  group_index INTEGER, granted INTEGER, max_count INTEGER, requested_at INTEGER
) WITHOUT ROWID`

/**
 * Checks that the file is empty or has tables that this release can use. Changes nothing.
 *
 * @throws Error with the code `SQLITE_FILE_NEWER`, `SQLITE_FILE_OLDER` or `SQLITE_FILE_OF_OTHERS`.
 */
export function checkTables(connection: Connection): void {
  const version = readVersion(connection)
  if (version > VERSION)
    throw refusedFile(
      'SQLITE_FILE_NEWER',
      `its tables have version ${version}; this release supports versions up to ${VERSION}`,
    )
  if (version > 0 && version < VERSION)
    throw refusedFile(
      'SQLITE_FILE_OLDER',
      `its tables have version ${version}; this release needs version ${VERSION}`,
    )
  const application = readPragma('application_id', connection)
  if (application === APPLICATION_ID) return
  const tables = connection.all(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const isOurs = tables.length === 0 || tables.some(({ name }) => name === 'keyv')
  if (application !== 0 || !isOurs)
    throw refusedFile('SQLITE_FILE_OF_OTHERS', 'it has the tables of another program')
}

/** Creates the tables of a new file, in one transaction. Fails for a read-only file. */
export function prepareTables(connection: Connection): void {
  const { run } = connection
  run('BEGIN IMMEDIATE')
  try {
    checkTables(connection)
    if (readVersion(connection) < VERSION) createTables(connection)
    // Only a write shows whether the file is read-only.
    run('DELETE FROM counters WHERE key IS NULL')
    run('COMMIT')
  } catch (error) {
    run('ROLLBACK')
    throw error
  }
}

function createTables({ run }: Connection): void {
  run(RECORDS)
  run(COUNTERS)
  run(`PRAGMA application_id = ${APPLICATION_ID}`)
  run(`PRAGMA user_version = ${VERSION}`)
}

function readVersion(connection: Connection): number {
  return readPragma('user_version', connection)
}

function readPragma(name: string, { all }: Connection): number {
  const [row] = all(`PRAGMA ${name}`)
  return Number(row?.[name])
}

function refusedFile(code: string, reason: string): Error {
  return Object.assign(new Error(`${code}: ${reason}`), { code })
}
