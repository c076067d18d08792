import { type Row, type Statement, sqliteDriver, withCode } from '#backends/sqlite-driver'

/** Runs one statement on the one connection, to its end, and gives its rows. */
export type Query = (sql: string, ...parameters: unknown[]) => Promise<Row[]>

/** A connection to a SQLite file. */
export interface Connection {
  readonly query: Query
  /** Runs several statements, one after the other. */
  run(sql: string): void
  /** Throws once it is closed. */
  check(): void
  /** What an operator should know of the driver. */
  readonly warning: string | undefined
  close(): Promise<void>
}

/**
 * Connects so that every statement is prepared once, which costs more than to run it. `busyMs` is how long a statement waits
 * for a lock inside SQLite, where the whole process waits with it.
 */
export async function connect(path: string, busyMs: number): Promise<Connection> {
  const driver = await sqliteDriver()
  const database = driver.open(path)
  const statements = new Map<string, Statement>()
  let isClosed = false

  const check = () => {
    if (isClosed) throw new Error('The SQLite file was closed')
  }
  const run = (sql: string) => withCode(() => database.exec(sql))
  const prepared = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  run(`PRAGMA busy_timeout = ${busyMs}`)
  return {
    run,
    check,
    warning: driver.warning,
    async query(sql, ...parameters) {
      check()
      // The iterator of `@keyv/sqlite` gives its parameters as one list.
      return withCode(() => prepared(sql).all(...parameters.flat()))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      if (driver.afterClose) emptyLog(run)
      statements.clear()
      withCode(() => database.close())
      await driver.afterClose?.()
    },
  }
}

/** The file is whole without its log, should the driver keep it open for a while. */
function emptyLog(run: Connection['run']): void {
  try {
    run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // Others are at it: the last of them does it.
  }
}
