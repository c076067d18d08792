import type { KeyvStoreAdapter } from 'keyv'
import { type Query, sqliteCounters } from '#backends/sqlite-counters'
import type { Backend } from '#store/backend'
import { seconds } from '#time'

/** How long a statement, and the opening of the file, waits for other processes. */
const BUSY_MS = seconds(5)

/**
 * Opens (and creates) a SQLite file for records and counters on one connection of `@keyv/sqlite`.
 * Fails with the driver's error when the addon is missing or the file cannot be written.
 */
export async function sqlite(path: string): Promise<Backend> {
  if (path === '') throw new TypeError('A SQLite file needs a path: an empty one would be forgotten on close')
  const adapter = await openPatiently(path)
  const query: Query = adapter.query
  let closed: Promise<void> | undefined

  return {
    description: `SQLite at ${path}`,
    adapter,
    counters: sqliteCounters(query),
    async keys(prefix) {
      const rows = await query('SELECT key FROM keyv WHERE key >= ?1 AND key < ?1 || char(1114111)', prefix)
      return rows.map((row) => String(row['key']))
    },
    async flush() {
      const [checkpoint] = await query('PRAGMA wal_checkpoint(FULL)')
      if (checkpoint?.['busy']) throw new Error('SQLITE_BUSY: the write-ahead log could not be flushed')
    },
    close() {
      closed ??= adapter.disconnect()
      return closed
    },
  }
}

/** What we use of `KeyvSqlite`, whose own types need those of Node. */
interface Adapter extends KeyvStoreAdapter {
  readonly query: Query
  disconnect(): Promise<void>
}

/** Tries again while other processes set up the same new file: SQLite does not wait for the lock in each of these steps. */
async function openPatiently(path: string): Promise<Adapter> {
  const giveUpAt = Date.now() + BUSY_MS
  for (;;) {
    try {
      return await open(path)
    } catch (error) {
      if (!isBusy(error) || Date.now() >= giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 10 + 40 * Math.random()))
    }
  }
}

/** The first query must follow the constructor at once, or a failed connection is an unhandled rejection. */
async function open(path: string): Promise<Adapter> {
  const { KeyvSqlite } = await import('@keyv/sqlite')
  const adapter = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: BUSY_MS }) as unknown as Adapter
  adapter.on('error', () => {})
  try {
    const [mode] = await adapter.query('PRAGMA journal_mode = WAL')
    if (mode?.['journal_mode'] === 'wal') await adapter.query('PRAGMA synchronous = NORMAL')
    await adapter.query(`CREATE TABLE IF NOT EXISTS counters (
      key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL,
      wish INTEGER, granted INTEGER, most INTEGER, asked_at INTEGER
    ) WITHOUT ROWID`)
    // Both tables may be there already in a file that is read-only: only a write tells.
    await adapter.query('DELETE FROM counters WHERE key IS NULL')
    return adapter
  } catch (error) {
    await adapter.disconnect().catch(() => {})
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test(error.message)
}
