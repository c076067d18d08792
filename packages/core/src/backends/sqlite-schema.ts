import type { Connection } from '#backends/sqlite-connection'

/** The version of the tables below, kept in the file as `PRAGMA user_version`; every change adds one and a step to `migrate`. */
const VERSION = 1

/** `SpDa`, kept in the file as `PRAGMA application_id`. */
const APPLICATION_ID = 0x53704461

/** The table of `@keyv/sqlite`, as it makes it. */
const RECORDS = 'CREATE TABLE IF NOT EXISTS keyv(key VARCHAR(255) PRIMARY KEY, value TEXT)'

/** The columns behind `until` only carry one request of a batch into its update, and mean nothing afterwards. */
const COUNTERS = `CREATE TABLE IF NOT EXISTS counters (
  key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL,
  nth INTEGER, granted INTEGER, most INTEGER, asked_at INTEGER
) WITHOUT ROWID`

/**
 * Throws unless the file is empty or has tables that this version knows: with the code `SQLITE_FILE_NEWER` or
 * `SQLITE_FILE_OF_OTHERS`. Changes nothing.
 */
export async function checkTables(connection: Connection): Promise<void> {
  const version = await versionOf(connection)
  if (version > VERSION)
    throw refused(
      'SQLITE_FILE_NEWER',
      `its tables have version ${version}, and ${VERSION} is the newest known here`,
    )
  const application = await pragma('application_id', connection)
  if (application === APPLICATION_ID) return
  const tables = await connection.query(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const isOurs = tables.length === 0 || tables.some(({ name }) => name === 'keyv')
  if (application !== 0 || !isOurs)
    throw refused('SQLITE_FILE_OF_OTHERS', 'it has the tables of another program')
}

/** Makes the tables of a new file, or brings those of an older version forward, in one transaction. */
export async function prepareTables(connection: Connection): Promise<void> {
  const { run } = connection
  run('BEGIN IMMEDIATE')
  try {
    await checkTables(connection)
    if ((await versionOf(connection)) < VERSION) await migrate(connection)
    // A file that has all its tables may be read-only: only a write tells.
    run('DELETE FROM counters WHERE key IS NULL')
    run('COMMIT')
  } catch (error) {
    run('ROLLBACK')
    throw error
  }
}

async function migrate(connection: Connection): Promise<void> {
  const { run } = connection
  run(RECORDS)
  run(COUNTERS)
  await renewCounters(connection)
  run(`PRAGMA application_id = ${APPLICATION_ID}`)
  run(`PRAGMA user_version = ${VERSION}`)
}

/** Version 0 called `nth` `wish`, and its first files had none of the columns behind `until`. */
async function renewCounters({ query, run }: Connection): Promise<void> {
  const columns = (await query('PRAGMA table_info(counters)')).map(({ name }) => name)
  if (columns.includes('wish')) run('ALTER TABLE counters RENAME COLUMN wish TO nth')
  else if (!columns.includes('nth')) run('ALTER TABLE counters ADD COLUMN nth INTEGER')
  for (const column of ['granted', 'most', 'asked_at'])
    if (!columns.includes(column)) run(`ALTER TABLE counters ADD COLUMN ${column} INTEGER`)
}

function versionOf(connection: Connection): Promise<number> {
  return pragma('user_version', connection)
}

async function pragma(name: string, { query }: Connection): Promise<number> {
  const [row] = await query(`PRAGMA ${name}`)
  return Number(row?.[name])
}

function refused(code: string, why: string): Error {
  return Object.assign(new Error(`${code}: ${why}`), { code })
}
