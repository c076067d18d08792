import type { Connection } from '#backends/sqlite-connection'

/** The version of the tables below, kept in the file as `PRAGMA user_version`; every change adds one and a step to `forward`. */
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

/** Makes the tables of a new file, or brings those of an older version forward, in one transaction. */
export async function prepareTables(connection: Connection): Promise<void> {
  connection.run('BEGIN IMMEDIATE')
  try {
    await forward(connection)
    // A file that has all its tables may be read-only: only a write tells.
    connection.run('DELETE FROM counters WHERE key IS NULL')
    connection.run('COMMIT')
  } catch (error) {
    connection.run('ROLLBACK')
    throw error
  }
}

async function forward(connection: Connection): Promise<void> {
  const { query, run } = connection
  const version = await pragma('user_version', connection)
  if (version > VERSION)
    throw refused('SQLITE_FILE_NEWER', `version ${version} of the tables, and ${VERSION} is the newest known`)
  if (version === VERSION) return
  const application = await pragma('application_id', connection)
  const tables = (await query(`SELECT name FROM sqlite_schema WHERE type = 'table'`)).map(({ name }) => name)
  if (
    (application !== 0 && application !== APPLICATION_ID) ||
    (tables.length > 0 && !tables.includes('keyv'))
  )
    throw refused('SQLITE_FILE_OF_OTHERS', 'the tables of another program')
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

async function pragma(name: string, { query }: Connection): Promise<number> {
  const [row] = await query(`PRAGMA ${name}`)
  return Number(row?.[name])
}

function refused(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: the file has ${what}`), { code })
}
