import { type Added, grantable } from '#kernel/storage/atomic-store'
import { MAX_CLOCK_SKEW_MS } from '#kernel/storage/sweep-clock'

/** Part of a Durable Object's `ctx.storage.sql` that is used. Runs one statement synchronously. */
export interface Sql {
  /** Runs a statement with its parameters. */
  exec(
    query: string,
    ...bindings: unknown[]
  ): {
    /** Returns the rows, by column name. */
    toArray(): Record<string, unknown>[]
  }
}

interface CounterRow {
  readonly count: number
  readonly owner: string | null
  readonly until: number
}

/** Maximum number of characters in a row: a row has at most 2 MB, and a character at most three bytes. */
const CHUNK_LENGTH = 600_000

/** Maximum number of rows of a table that one step of a sweep deletes. Other calls wait meanwhile. */
const SWEEP_ROWS = 1_000

/**
 * Records and counters of one Durable Object. Every method is atomic, because it is synchronous and an object
 * has one thread. Writes are durable before the response leaves the object.
 */
export class Rows {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
    this.#run(`CREATE TABLE IF NOT EXISTS records (
      key TEXT, chunk INTEGER, value TEXT NOT NULL, until INTEGER, PRIMARY KEY (key, chunk)) WITHOUT ROWID`)
    this.#run(`CREATE TABLE IF NOT EXISTS counters (
      key TEXT PRIMARY KEY, count INTEGER NOT NULL, owner TEXT, until INTEGER NOT NULL) WITHOUT ROWID`)
    this.#run('CREATE INDEX IF NOT EXISTS records_until ON records (until) WHERE until IS NOT NULL')
    this.#run('CREATE INDEX IF NOT EXISTS counters_until ON counters (until)')
    this.#run('CREATE TABLE IF NOT EXISTS sweeps (swept_at INTEGER NOT NULL)')
  }

  /** Returns a record, which may have expired. keyv checks the expiry. */
  read(key: string): string | undefined {
    const chunks = this.#run('SELECT value FROM records WHERE key = ? ORDER BY chunk', key)
    return chunks.length > 0 ? chunks.map(({ value }) => value).join('') : undefined
  }

  write(key: string, value: string, ttlMs: number | undefined, now: number): void {
    this.remove(key)
    splitIntoChunks(value).forEach((chunk, i) => {
      this.#run('INSERT INTO records VALUES (?, ?, ?, ?)', key, i, chunk, ttlMs ? now + ttlMs : null)
    })
  }

  remove(key: string): boolean {
    return this.#run('DELETE FROM records WHERE key = ? RETURNING chunk', key).length > 0
  }

  list(prefix: string): string[] {
    const first = 'SELECT key FROM records WHERE chunk = 0 AND key >= ?1 AND key < ?1 || char(1114111)'
    return this.#run(first, prefix).map(({ key }) => String(key))
  }

  add(key: string, limit: number, until: number, now: number, times = 1): Added {
    const stored = this.#findLive(key, now, until)
    const count = stored?.count ?? 0
    const added = grantable(times, limit, count)
    if (added === 0) return { added: 0, count }
    // Setting `until` would also update its index.
    if (stored) this.#run('UPDATE counters SET count = count + ? WHERE key = ?', added, key)
    else this.#writeCounter(key, added, null, until)
    return { added, count: count + added }
  }

  raise(key: string, least: number, until: number, now: number): void {
    const stored = this.#findLive(key, now, until)
    this.#writeCounter(key, Math.max(stored?.count ?? 0, least), null, stored?.until ?? until)
  }

  subtract(key: string, times = 1): void {
    this.#run('UPDATE counters SET count = max(0, count - ?), owner = NULL WHERE key = ?', times, key)
  }

  setIfAbsent(key: string, value: string, until: number, now: number): string {
    const owner = this.#findLive(key, now, until)?.owner ?? undefined
    if (owner !== undefined) return owner
    this.#writeCounter(key, 1, value, until)
    return value
  }

  compareAndSwap(key: string, expected: string, value: string, until: number, now: number): boolean {
    const stored = this.#findLive(key, now, expected === '' ? until : Infinity)
    if ((stored?.owner ?? '') !== expected) return false
    this.#writeCounter(key, 1, value, until)
    return true
  }

  count(key: string, now: number): number {
    return this.#findLive(key, now, Infinity)?.count ?? 0
  }

  get(key: string, now: number, until: number): string {
    return this.#findLive(key, now, until)?.owner ?? ''
  }

  /**
   * Runs one step of a sweep. Deletes rows that have expired both now and at the previous sweep, so that a
   * clock that is ahead during one sweep does no harm.
   *
   * @returns Whether the next step is due now, later, or only after the next write.
   */
  sweep(now: number): 'now' | 'later' | 'never' {
    const [last] = this.#run('SELECT swept_at FROM sweeps')
    const expiredBefore = Math.min(now, last ? Number(last['swept_at']) : 0)
    for (const [table, key] of [
      ['counters', 'key'],
      ['records', 'key, chunk'],
    ] as const) {
      const expired = `SELECT ${key} FROM ${table} WHERE until <= ? LIMIT ${SWEEP_ROWS}`
      const remove = `DELETE FROM ${table} WHERE (${key}) IN (${expired}) RETURNING key`
      if (this.#run(remove, expiredBefore).length === SWEEP_ROWS) return 'now'
    }
    this.#run('DELETE FROM sweeps')
    this.#run('INSERT INTO sweeps VALUES (?)', now)
    const expiring = `SELECT 1 FROM counters UNION ALL SELECT 1 FROM records WHERE until IS NOT NULL LIMIT 1`
    return this.#run(expiring).length > 0 ? 'later' : 'never'
  }

  /** Returns the counter of a key if it has not expired for a caller who would set `until`. */
  #findLive(key: string, now: number, until: number): CounterRow | undefined {
    const [row] = this.#run('SELECT count, owner, until FROM counters WHERE key = ?', key)
    const counter = row as CounterRow | undefined
    return counter && counter.until > now && counter.until <= until + MAX_CLOCK_SKEW_MS ? counter : undefined
  }

  #writeCounter(key: string, count: number, owner: string | null, until: number): void {
    this.#run('INSERT OR REPLACE INTO counters VALUES (?, ?, ?, ?)', key, count, owner, until)
  }

  #run(query: string, ...bindings: unknown[]): Record<string, unknown>[] {
    return this.#sql.exec(query, ...bindings).toArray()
  }
}

/** Splits a text so that no chunk ends within a surrogate pair. SQLite could not store the halves. */
function splitIntoChunks(text: string): string[] {
  const chunks: string[] = []
  let from = 0
  do {
    const end = from + CHUNK_LENGTH
    const to = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end
    chunks.push(text.slice(from, to))
    from = to
  } while (from < text.length)
  return chunks
}
