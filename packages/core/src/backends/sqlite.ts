import type { KeyvStoreAdapter } from 'keyv'
import { type Connection, connect, type Query } from '#backends/sqlite-connection'
import { sqliteCounters } from '#backends/sqlite-counters'
import type { Backend } from '#store/backend'
import { seconds } from '#time'

/** How long a statement waits for the lock of another process. */
const BUSY_MS = seconds(2)

/** How much of that it waits inside SQLite, where everything else on the connection, reads too, waits behind it. */
const BUSY_INSIDE_MS = 10

/** How long the opening of the file tries: other processes may be setting it up. */
const OPENING_MS = seconds(5)

/** The wait for a lock, and the statement itself. */
const PATIENCE_MS = BUSY_MS + 500

/**
 * Opens (and creates) a SQLite file for records and counters, on one connection, with the driver of `@keyv/sqlite`.
 * Fails with the driver's error when the addon is missing or the file cannot be written.
 */
export async function sqlite(path: string): Promise<Backend> {
  if (path === '') throw new TypeError('A SQLite file needs a path: an empty one would be forgotten on close')
  const adapter = await whileBusy(OPENING_MS, () => open(path))
  const query: Query = adapter.query
  let closed: Promise<void> | undefined

  return {
    description: `SQLite at ${path}`,
    adapter,
    counters: sqliteCounters(query, PATIENCE_MS),
    patienceMs: PATIENCE_MS,
    async keys(prefix) {
      const rows = await query('SELECT key FROM keyv WHERE key >= ?1 AND key < ?1 || char(1114111)', prefix)
      return rows.map((row) => String(row['key']))
    },
    flush: () =>
      whileBusy(BUSY_MS, async () => {
        const [checkpoint] = await query('PRAGMA wal_checkpoint(FULL)')
        if (checkpoint?.['busy']) throw new Error('SQLITE_BUSY: the write-ahead log could not be flushed')
      }),
    close() {
      closed ??= adapter.disconnect()
      return closed
    },
  }
}

/** What we use of `KeyvSqlite`, whose own types need those of Node. */
interface Adapter extends KeyvStoreAdapter {
  query: Query
  close: () => Promise<void>
  disconnect(): Promise<void>
}

/** Tries again while another process holds the lock, or sets up the same new file. */
async function whileBusy<T>(patienceMs: number, attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 + 20 * Math.random()))
    }
  }
}

/** The first query must follow the constructor at once, or a failed connection is an unhandled rejection. */
async function open(path: string): Promise<Adapter> {
  const { KeyvSqlite } = await import('@keyv/sqlite')
  const adapter = new KeyvSqlite({
    uri: `sqlite://${path}`,
    busyTimeout: BUSY_INSIDE_MS,
  }) as unknown as Adapter
  adapter.on('error', () => {})
  const closeOwn = adapter.close
  let connection: Connection | undefined
  try {
    const [mode] = await adapter.query('PRAGMA journal_mode = WAL')
    connection = await connect(path, BUSY_INSIDE_MS)
    const { query, close } = connection
    if (mode?.['journal_mode'] === 'wal') await query('PRAGMA synchronous = NORMAL')
    await query(`CREATE TABLE IF NOT EXISTS counters (
      key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL,
      wish INTEGER, granted INTEGER, most INTEGER, asked_at INTEGER
    ) WITHOUT ROWID`)
    // Both tables may be there already in a file that is read-only: only a write tells.
    await query('DELETE FROM counters WHERE key IS NULL')
    // All that the adapter does from now on goes through our connection.
    adapter.query = (...statement) => whileBusy(BUSY_MS, () => query(...statement))
    adapter.close = close
    return adapter
  } catch (error) {
    await connection?.close().catch(() => {})
    throw error
  } finally {
    await closeOwn().catch(() => {})
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test(error.message)
}
