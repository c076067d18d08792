/** Runs one statement on the one connection and gives its rows. */
export type Query = (sql: string, ...parameters: unknown[]) => Promise<Row[]>

type Row = Record<string, unknown>

/** A connection to a SQLite file that is there already. */
export interface Connection {
  readonly query: Query
  close(): Promise<void>
}

/** What we use of `sqlite3.Statement`. */
interface Statement {
  /** Takes the parameters one by one or as one list. */
  all(...parameters: [...unknown[], done: (error: Error | null, rows: Row[]) => void]): void
  finalize(done: () => void): void
}

/** What we use of `sqlite3.Database`. */
interface Database {
  prepare(sql: string, done: (error: Error | null) => void): Statement
  configure(option: 'busyTimeout', ms: number): void
  close(done: (error: Error | null) => void): void
}

interface Driver {
  Database: new (path: string, done: (error: Error | null) => void) => Database
}

type Require = ((name: string) => Driver) & { resolve(name: string): string }

/**
 * Connects so that every statement is prepared once, which costs more than to run it: `@keyv/sqlite` prepares each anew.
 * `busyMs` is how long a statement waits for a lock inside SQLite, where everything on the connection waits behind it.
 */
export async function connect(path: string, busyMs: number): Promise<Connection> {
  const { Database } = await driver()
  const database = await new Promise<Database>((resolve, reject) => {
    const opened = new Database(path, (error) => (error ? reject(error) : resolve(opened)))
  })
  database.configure('busyTimeout', busyMs)
  const statements = new Map<string, Promise<Statement>>()
  let isClosed = false

  const prepare = (sql: string) =>
    new Promise<Statement>((resolve, reject) => {
      const statement = database.prepare(sql, (error) => (error ? reject(error) : resolve(statement)))
    })
  const prepared = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = prepare(sql)
    statements.set(sql, statement)
    statement.catch(() => statements.delete(sql))
    return statement
  }
  return {
    async query(sql, ...parameters) {
      if (isClosed) throw new Error('The SQLite file was closed')
      const statement = await prepared(sql)
      return new Promise((resolve, reject) => {
        statement.all(...parameters, (error: Error | null, rows: Row[]) =>
          error ? reject(error) : resolve(rows),
        )
      })
    },
    async close() {
      // A statement that is prepared from here on would keep the file from being closed.
      isClosed = true
      for (const statement of await Promise.allSettled(statements.values())) {
        if (statement.status === 'fulfilled') {
          await new Promise<void>((resolve) => statement.value.finalize(resolve))
        }
      }
      await new Promise<void>((resolve, reject) => {
        database.close((error) => (error ? reject(error) : resolve()))
      })
    },
  }
}

/** The very driver that the adapter has: of two copies of SQLite in one process neither sees the other's locks. */
async function driver(): Promise<Driver> {
  const { createRequire }: { createRequire(from: string): Require } = await import('node:module' as string)
  const adapter = createRequire(import.meta.url).resolve('@keyv/sqlite')
  return createRequire(adapter)('sqlite3')
}
