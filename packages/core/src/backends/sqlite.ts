import type { Backend } from '#store/backend'
import type { Counters } from '#store/counters'
import { minutes } from '#time'

type Query = (sql: string, ...parameters: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * Opens (and creates) a SQLite file for records and counters on one connection of `@keyv/sqlite`.
 * Fails with the driver's error when the addon is missing or the file cannot be used.
 */
export async function sqlite(path: string): Promise<Backend> {
  const { KeyvSqlite } = await import('@keyv/sqlite')
  const adapter = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: 5_000 })
  adapter.on('error', () => {})
  const query = adapter.query as Query
  await query('PRAGMA journal_mode = WAL')
  await query('PRAGMA synchronous = NORMAL')
  await query(`CREATE TABLE IF NOT EXISTS counters (
    key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL
  ) WITHOUT ROWID`)

  return {
    description: `SQLite at ${path}`,
    adapter,
    counters: sqliteCounters(query),
    async keys(prefix) {
      const rows = await query('SELECT key FROM keyv WHERE substr(key, 1, ?) = ?', prefix.length, prefix)
      return rows.map((row) => String(row['key']))
    },
    close: () => adapter.disconnect(),
  }
}

/** Counters as single statements: SQLite's write lock makes each of them atomic across processes. */
function sqliteCounters(query: Query): Counters {
  let sweepAt = 0

  return {
    async take(key, limit, until, now) {
      if (now >= sweepAt) {
        sweepAt = now + minutes(10)
        await query('DELETE FROM counters WHERE until <= ?', now)
      }
      const [taken] = await query(TAKE, key, until, now, now, now, limit)
      if (taken) return { granted: true, used: Number(taken['used']) }
      const [full] = await query('SELECT used FROM counters WHERE key = ?', key)
      return { granted: false, used: Number(full?.['used'] ?? limit) }
    },
    async giveBack(key) {
      await query('UPDATE counters SET used = max(0, used - 1), holder = NULL WHERE key = ?', key)
    },
    async claim(key, value, until, now) {
      const [row] = await query(CLAIM, key, value, until, now, now)
      return String(row?.['holder'])
    },
  }
}

const TAKE = `INSERT INTO counters (key, used, until) VALUES (?, 1, ?)
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN until <= ? THEN 1 ELSE used + 1 END,
    until = CASE WHEN until <= ? THEN excluded.until ELSE until END
  WHERE until <= ? OR used < ?
  RETURNING used`

const CLAIM = `INSERT INTO counters (key, used, holder, until) VALUES (?, 1, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    holder = CASE WHEN until <= ? OR holder IS NULL THEN excluded.holder ELSE holder END,
    until = CASE WHEN until <= ? OR holder IS NULL THEN excluded.until ELSE until END
  RETURNING holder`
