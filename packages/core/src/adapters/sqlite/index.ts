import { KeyvSqlite } from '@keyv/sqlite'
import type { KeyvStoreAdapter } from 'keyv'
import { backUpSqlite } from '#adapters/sqlite/backup'
import { type Connection, connect, type Query } from '#adapters/sqlite/connection'
import { sqliteCounters } from '#adapters/sqlite/counters'
import { runtimeModule } from '#adapters/sqlite/runtime-module'
import { checkTables, prepareTables } from '#adapters/sqlite/schema'
import { createLogSync } from '#adapters/sqlite/sync'
import { InvalidOptionError } from '#kernel/kit/errors'
import { seconds } from '#kernel/kit/time'
import type { StoreBackend } from '#kernel/storage/backend'

/** How long a statement waits for the lock of another process. */
const LOCK_TIMEOUT_MS = seconds(2)

/** How much of this time it waits inside SQLite, which blocks the process. */
const BLOCKING_LOCK_TIMEOUT_MS = 10

/** How long to wait for the lock when opening: another process may be creating the same file. */
const OPEN_TIMEOUT_MS = seconds(5)

/** Timeout of an operation: the wait for a lock plus the statement itself. */
const TIMEOUT_MS = LOCK_TIMEOUT_MS + 500

/**
 * Opens a SQLite file for records and counters, and creates it if needed. Uses one connection, and the SQLite
 * of the runtime. On a Node version without SQLite, uses `@photostructure/sqlite`.
 *
 * @throws Error with the code `ERR_NO_SQLITE` if the runtime has no SQLite, `SQLITE_FILE_NEWER` for a file of
 *   a later version, `SQLITE_FILE_OLDER` for a file of an earlier version that cannot be read,
 *   `SQLITE_FILE_OF_OTHERS` for a file of another program, or a code of SQLite, such as `SQLITE_READONLY`.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { sqlite } from '@space-data/core/sqlite'
 *
 * const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
 */
export async function sqlite(path: string): Promise<StoreBackend> {
  if (path === '')
    throw new InvalidOptionError(
      'A SQLite file needs a path: a file with an empty path would be deleted on close',
    )
  createForOwner(path)
  const { connection, hasLog } = await retryWhileLocked(OPEN_TIMEOUT_MS, () => open(path))
  const query: Query = (...statement) =>
    retryWhileLocked(LOCK_TIMEOUT_MS, () => connection.query(...statement))
  const adapter = createAdapter(query)

  return {
    description: `SQLite at ${path}`,
    adapter,
    atomic: sqliteCounters(query, TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
    warnings: connection.warning === undefined ? [] : [connection.warning],
    async keys(prefix) {
      const rows = await query(
        'SELECT key FROM keyv WHERE key >= ? AND key < ? || char(1114111)',
        prefix,
        prefix,
      )
      return rows.map((row) => String(row['key']))
    },
    // Without a write-ahead log, SQLite itself flushes every commit.
    ...(hasLog && { flush: flushOf(path, connection) }),
    backup: (file) => backUpSqlite(query, file),
    check: (depth) => findDamage(query, depth),
    close: () => connection.close(),
  }
}

/** Retries while another process holds the lock or creates the same file. */
async function retryWhileLocked<T>(timeoutMs: number, attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 + 20 * Math.random()))
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test(error.message)
}

/** `secure_delete` is on because deleted data must not be recoverable from the file. */
const SETTINGS = 'PRAGMA secure_delete = ON; PRAGMA synchronous = '

async function open(path: string): Promise<{ connection: Connection; hasLog: boolean }> {
  const connection = await connect(path, BLOCKING_LOCK_TIMEOUT_MS)
  try {
    checkTables(connection)
    removePublicAccess(path)
    const [mode] = connection.all('PRAGMA journal_mode = WAL')
    const hasLog = mode?.['journal_mode'] === 'wal'
    connection.run(SETTINGS + (hasLog ? 'NORMAL' : 'FULL'))
    prepareTables(connection)
    return { connection, hasLog }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/**
 * Returns `@keyv/sqlite` on our connection, because its own connection would prepare each statement again.
 */
function createAdapter(query: Query): KeyvStoreAdapter {
  const adapter = new KeyvSqlite({ uri: 'sqlite://' })
  return Object.assign(adapter, { query }) as unknown as KeyvStoreAdapter
}

function flushOf(path: string, { assertOpen }: Connection): () => Promise<void> {
  const sync = createLogSync(path)
  return async () => {
    assertOpen()
    await sync()
  }
}

/** Parts of `node:fs` that are used. */
interface FileSystem {
  writeFileSync(path: string, text: string, options: { flag: string; mode: number }): void
  statSync(path: string): { readonly mode: number }
  chmodSync(path: string, mode: number): void
}

/**
 * Creates a file that only its owner can read. SQLite gives its log the same mode. An existing file is not
 * opened here, because closing it would release the locks that this process has on it.
 */
function createForOwner(path: string): void {
  try {
    runtimeModule<FileSystem>('node:fs')?.writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch {
    // The file exists, or it cannot be created. SQLite reports the latter.
  }
}

/** Removes the access of the public and of the group. A file without public access keeps its mode. */
function removePublicAccess(path: string): void {
  const fs = runtimeModule<FileSystem>('node:fs')
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (fs && fs.statSync(file).mode & 0o007) fs.chmodSync(file, 0o600)
    } catch {
      // The file does not exist, or it belongs to another user, who decides on the access.
    }
  }
}

const CHECKS = { quick: 'quick_check', full: 'integrity_check' }

/** Returns the damage that SQLite reports, at most 100 lines. `quick` skips the indexes. */
async function findDamage(query: Query, depth: keyof typeof CHECKS): Promise<string[]> {
  const pragma = CHECKS[depth]
  try {
    const rows = await query(`PRAGMA ${pragma}`)
    return rows.flatMap((row) => String(row[pragma]).split('\n')).filter((line) => line !== 'ok')
  } catch (error) {
    // The damage prevents the check itself.
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(error.message)) return [error.message]
    throw error
  }
}
