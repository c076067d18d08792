import { type Row, type Statement, sqliteDriver, withSqliteCode } from '#adapters/sqlite/driver'

/** Runs one statement to its end and returns its rows. */
export type Query = (sql: string, ...parameters: unknown[]) => Promise<Row[]>

/** A connection to a SQLite file. */
export interface Connection {
  readonly query: Query
  /** Runs a query synchronously, because a transaction must not wait while it holds the lock. */
  readonly all: (sql: string) => Row[]
  /** Runs one or more statements without parameters. */
  run(sql: string): void
  /** Throws after the connection is closed. */
  assertOpen(): void
  /** Warning for operators about the driver, if any. */
  readonly warning: string | undefined
  close(): Promise<void>
}

/**
 * Opens a connection that prepares every statement only once, because preparing costs more than running.
 *
 * @param lockTimeoutMs How long a statement waits for a lock inside SQLite, which blocks the process.
 */
export async function connect(path: string, lockTimeoutMs: number): Promise<Connection> {
  const driver = await sqliteDriver()
  const database = driver.open(path)
  const statements = new Map<string, Statement>()
  let isClosed = false

  const assertOpen = () => {
    if (isClosed) throw new Error('the SQLite file is closed')
  }
  const run = (sql: string) => withSqliteCode(path, () => database.exec(sql))
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  run(`PRAGMA busy_timeout = ${lockTimeoutMs}`)
  return {
    run,
    all: (sql) => withSqliteCode(path, () => prepare(sql).all()),
    assertOpen,
    warning: driver.warning,
    async query(sql, ...parameters) {
      assertOpen()
      // The iterator of `@keyv/sqlite` passes its parameters as one array.
      return withSqliteCode(path, () => prepare(sql).all(...parameters.flat()))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      if (driver.afterClose) truncateLog(run)
      const prepared = Array.from(statements.values(), (statement) => new WeakRef(statement))
      statements.clear()
      withSqliteCode(path, () => database.close())
      await driver.afterClose?.(prepared)
    },
  }
}

/** Empties the write-ahead log, because the driver may keep it open, and the file is complete without it. */
function truncateLog(run: Connection['run']): void {
  try {
    run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // Other processes use the file. The last one empties the log.
  }
}
