import { KeyvSqlite } from '@keyv/sqlite'
import type { KeyvStoreAdapter } from 'keyv'
import { runtimeModule } from '#backends/runtime-module'
import { backUp } from '#backends/sqlite-backup'
import { damages } from '#backends/sqlite-check'
import { type Connection, connect, type Query } from '#backends/sqlite-connection'
import { sqliteCounters } from '#backends/sqlite-counters'
import { logSync } from '#backends/sqlite-log'
import { checkTables, prepareTables } from '#backends/sqlite-schema'
import type { Backend } from '#store/backend'
import { seconds } from '#time'

/** How long a statement waits for the lock of another process. */
const BUSY_MS = seconds(2)

/** How much of that it waits inside SQLite, where the whole process waits with it. */
const BUSY_INSIDE_MS = 10

/** How long the opening of the file tries: other processes may be setting it up. */
const OPENING_MS = seconds(5)

/** The wait for a lock, and the statement itself. */
const PATIENCE_MS = BUSY_MS + 500

/**
 * Opens (and creates) a SQLite file for records and counters, on one connection, with the SQLite of the runtime: see
 * `docs/decisions/sqlite-driver.md`. Rejects with the code `ERR_NO_SQLITE` where there is none, `SQLITE_FILE_NEWER` for a file of a
 * later version, `SQLITE_FILE_OF_OTHERS` for one of another program, and SQLite's own, such as `SQLITE_READONLY`.
 */
export async function sqlite(path: string): Promise<Backend> {
  if (path === '') throw new TypeError('A SQLite file needs a path: an empty one would be forgotten on close')
  createForOwner(path)
  const { connection, isLogged } = await whileBusy(OPENING_MS, () => open(path))
  const query: Query = (...statement) => whileBusy(BUSY_MS, () => connection.query(...statement))
  const adapter = adapterOn(query)

  return {
    description: `SQLite at ${path}`,
    adapter,
    counters: sqliteCounters(query, PATIENCE_MS),
    patienceMs: PATIENCE_MS,
    warnings: connection.warning === undefined ? [] : [connection.warning],
    async keys(prefix) {
      const rows = await query(
        'SELECT key FROM keyv WHERE key >= ? AND key < ? || char(1114111)',
        prefix,
        prefix,
      )
      return rows.map((row) => String(row['key']))
    },
    // Without a log every commit waits for the disk by itself.
    ...(isLogged && { flush: flushOf(path, connection) }),
    backup: (file) => backUp(query, file),
    check: (depth) => damages(query, depth),
    close: () => connection.close(),
  }
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test(error.message)
}

/** What is deleted is overwritten, so that nobody finds in the file what the service has forgotten. */
const SETTINGS = 'PRAGMA secure_delete = ON; PRAGMA synchronous = '

async function open(path: string): Promise<{ connection: Connection; isLogged: boolean }> {
  const connection = await connect(path, BUSY_INSIDE_MS)
  try {
    await checkTables(connection)
    closeToOthers(path)
    const [mode] = await connection.query('PRAGMA journal_mode = WAL')
    const isLogged = mode?.['journal_mode'] === 'wal'
    connection.run(SETTINGS + (isLogged ? 'NORMAL' : 'FULL'))
    await prepareTables(connection)
    return { connection, isLogged }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** The adapter of records, on our connection: its own would prepare each statement anew. */
function adapterOn(query: Query): KeyvStoreAdapter {
  const adapter = new KeyvSqlite({ uri: 'sqlite://' })
  return Object.assign(adapter, { query }) as unknown as KeyvStoreAdapter
}

function flushOf(path: string, { check }: Connection): () => Promise<void> {
  const sync = logSync(path)
  return async () => {
    check()
    await sync()
  }
}

/** What we use of `node:fs`. */
interface FileSystem {
  writeFileSync(path: string, text: string, options: { flag: string; mode: number }): void
  statSync(path: string): { readonly mode: number }
  chmodSync(path: string, mode: number): void
}

/**
 * A new file is for its owner alone, and SQLite gives its log the same rights. A file that is there is not opened here: closing it
 * again would let go of the locks that this process has on it.
 */
function createForOwner(path: string): void {
  try {
    runtimeModule<FileSystem>('node:fs')?.writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there, or cannot be made, which SQLite reports.
  }
}

/** A file that everybody may read becomes its owner's alone; one that a group may read stays so. */
function closeToOthers(path: string): void {
  const fs = runtimeModule<FileSystem>('node:fs')
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (fs && fs.statSync(file).mode & 0o007) fs.chmodSync(file, 0o600)
    } catch {
      // It is not there, or somebody else's, who decides who may read it.
    }
  }
}
