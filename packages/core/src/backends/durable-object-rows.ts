import type { Take } from '#store/counters'
import { hours } from '#time'

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

/**
 * Records and counters of one Durable Object. All is synchronous and an object has one thread, so that every method is one
 * indivisible step; what is written is on disk, and in other places, before the answer leaves the object.
 */
export class Rows {
  readonly #sql: Sql
  #sweepAt = 0

  constructor(sql: Sql) {
    this.#sql = sql
    this.#run(`CREATE TABLE IF NOT EXISTS records (
      key TEXT, piece INTEGER, value TEXT NOT NULL, until INTEGER, PRIMARY KEY (key, piece)) WITHOUT ROWID`)
    this.#run(`CREATE TABLE IF NOT EXISTS counters (
      key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL) WITHOUT ROWID`)
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
    this.#sweep(now)
    const counter = this.#live(key, now)
    const used = counter?.used ?? 0
    if (used >= limit) return { granted: false, used }
    this.#keep(key, used + 1, null, counter?.until ?? until)
    return { granted: true, used: used + 1 }
  }

  raise(key: string, least: number, until: number, now: number): void {
    this.#sweep(now)
    const counter = this.#live(key, now)
    this.#keep(key, Math.max(counter?.used ?? 0, least), null, counter?.until ?? until)
  }

  giveBack(key: string): void {
    this.#run('UPDATE counters SET used = max(0, used - 1), holder = NULL WHERE key = ?', key)
  }

  claim(key: string, value: string, until: number, now: number): string {
    const holder = this.#live(key, now)?.holder ?? undefined
    if (holder !== undefined) return holder
    this.#keep(key, 1, value, until)
    return value
  }

  swap(key: string, expected: string, value: string, until: number, now: number): boolean {
    if ((this.#live(key, now)?.holder ?? '') !== expected) return false
    this.#keep(key, 1, value, until)
    return true
  }

  used(key: string, now: number): number {
    return this.#live(key, now)?.used ?? 0
  }

  holder(key: string, now: number): string {
    return this.#live(key, now)?.holder ?? ''
  }

  #live(key: string, now: number): Counter | undefined {
    const [row] = this.#run('SELECT used, holder, until FROM counters WHERE key = ?', key)
    const counter = row as Counter | undefined
    return counter && counter.until > now ? counter : undefined
  }

  #keep(key: string, used: number, holder: string | null, until: number): void {
    this.#run('INSERT OR REPLACE INTO counters VALUES (?, ?, ?, ?)', key, used, holder, until)
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + hours(1)
    this.#run('DELETE FROM counters WHERE until <= ?', now)
    this.#run('DELETE FROM records WHERE until <= ?', now)
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
