import { APART_MS } from '#store/clocks'
import type { Take } from '#store/counters'

/** What we use of a Durable Object's `ctx.storage.sql`: one statement, synchronously. */
export interface Sql {
  exec(query: string, ...bindings: unknown[]): { toArray(): Record<string, unknown>[] }
}

interface Counter {
  readonly used: number
  readonly holder: string | null
  readonly until: number
}

/** A row of a Durable Object holds 2 MB at most, and a character takes three bytes at most. */
const PIECE = 600_000

/** Rows of each table that one step of a sweep deletes at most: other calls wait meanwhile. */
const STEP = 1_000

/**
 * Records and counters of one Durable Object. All is synchronous and an object has one thread, so that every method is one
 * indivisible step; what is written is on disk, and in other places, before the answer leaves the object.
 */
export class Rows {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
    this.#run(`CREATE TABLE IF NOT EXISTS records (
      key TEXT, piece INTEGER, value TEXT NOT NULL, until INTEGER, PRIMARY KEY (key, piece)) WITHOUT ROWID`)
    this.#run(`CREATE TABLE IF NOT EXISTS counters (
      key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL) WITHOUT ROWID`)
    this.#run('CREATE INDEX IF NOT EXISTS records_until ON records (until) WHERE until IS NOT NULL')
    this.#run('CREATE INDEX IF NOT EXISTS counters_until ON counters (until)')
    this.#run('CREATE TABLE IF NOT EXISTS sweeps (swept_at INTEGER NOT NULL)')
  }

  /** A record that has expired may still be there: keyv looks at its time, too. */
  read(key: string): string | undefined {
    const pieces = this.#run('SELECT value FROM records WHERE key = ? ORDER BY piece', key)
    return pieces.length > 0 ? pieces.map(({ value }) => value).join('') : undefined
  }

  write(key: string, value: string, ttlMs: number | undefined, now: number): void {
    this.remove(key)
    piecesOf(value).forEach((piece, i) => {
      this.#run('INSERT INTO records VALUES (?, ?, ?, ?)', key, i, piece, ttlMs ? now + ttlMs : null)
    })
  }

  remove(key: string): boolean {
    return this.#run('DELETE FROM records WHERE key = ? RETURNING piece', key).length > 0
  }

  list(prefix: string): string[] {
    const first = 'SELECT key FROM records WHERE piece = 0 AND key >= ?1 AND key < ?1 || char(1114111)'
    return this.#run(first, prefix).map(({ key }) => String(key))
  }

  take(key: string, limit: number, until: number, now: number): Take {
    const counter = this.#live(key, now, until)
    const used = counter?.used ?? 0
    if (used >= limit) return { granted: false, used }
    // Without a word of `until`, whose index would be written, too.
    if (counter) this.#run('UPDATE counters SET used = used + 1 WHERE key = ?', key)
    else this.#keep(key, 1, null, until)
    return { granted: true, used: used + 1 }
  }

  raise(key: string, least: number, until: number, now: number): void {
    const counter = this.#live(key, now, until)
    this.#keep(key, Math.max(counter?.used ?? 0, least), null, counter?.until ?? until)
  }

  giveBack(key: string): void {
    this.#run('UPDATE counters SET used = max(0, used - 1), holder = NULL WHERE key = ?', key)
  }

  claim(key: string, value: string, until: number, now: number): string {
    const holder = this.#live(key, now, until)?.holder ?? undefined
    if (holder !== undefined) return holder
    this.#keep(key, 1, value, until)
    return value
  }

  swap(key: string, expected: string, value: string, until: number, now: number): boolean {
    const held = this.#live(key, now, expected === '' ? until : Infinity)
    if ((held?.holder ?? '') !== expected) return false
    this.#keep(key, 1, value, until)
    return true
  }

  used(key: string, now: number): number {
    return this.#live(key, now, Infinity)?.used ?? 0
  }

  holder(key: string, now: number, until: number): string {
    return this.#live(key, now, until)?.holder ?? ''
  }

  /**
   * One step of forgetting what is over, by the clock now and by that of the sweep before: one of them that is ahead does no harm.
   * Says whether there is more to forget: now, later, or not before something is written.
   */
  sweep(now: number): 'now' | 'later' | 'never' {
    const [last] = this.#run('SELECT swept_at FROM sweeps')
    const over = Math.min(now, last ? Number(last['swept_at']) : 0)
    for (const [table, key] of [
      ['counters', 'key'],
      ['records', 'key, piece'],
    ] as const) {
      const some = `SELECT ${key} FROM ${table} WHERE until <= ? LIMIT ${STEP}`
      if (this.#run(`DELETE FROM ${table} WHERE (${key}) IN (${some}) RETURNING key`, over).length === STEP)
        return 'now'
    }
    this.#run('DELETE FROM sweeps')
    this.#run('INSERT INTO sweeps VALUES (?)', now)
    const mortal = `SELECT 1 FROM counters UNION ALL SELECT 1 FROM records WHERE until IS NOT NULL LIMIT 1`
    return this.#run(mortal).length > 0 ? 'later' : 'never'
  }

  /** The counter of a key, if it lives to one who would keep it until `until`. */
  #live(key: string, now: number, until: number): Counter | undefined {
    const [row] = this.#run('SELECT used, holder, until FROM counters WHERE key = ?', key)
    const counter = row as Counter | undefined
    return counter && counter.until > now && counter.until <= until + APART_MS ? counter : undefined
  }

  #keep(key: string, used: number, holder: string | null, until: number): void {
    this.#run('INSERT OR REPLACE INTO counters VALUES (?, ?, ?, ?)', key, used, holder, until)
  }

  #run(query: string, ...bindings: unknown[]): Record<string, unknown>[] {
    return this.#sql.exec(query, ...bindings).toArray()
  }
}

/** No piece ends within a pair of surrogates, which SQLite could not keep apart. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  do {
    const end = from + PIECE
    const to = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end
    pieces.push(text.slice(from, to))
    from = to
  } while (from < text.length)
  return pieces
}
