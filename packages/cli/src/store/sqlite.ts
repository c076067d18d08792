import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoreBackend } from '@space-data/core'
import { CliError, describeError, errorCode } from '#kit/errors'
import type { OpenedBackend, StoreUse } from '#store/store-use'

/** Neither the runtime nor a package provides SQLite. */
export class SqliteUnavailableError extends CliError {}

/**
 * Opens a SQLite file, creating it if `use` allows.
 * @param elsewhere remedy if the path cannot be used
 */
export async function openSqlite(path: string, elsewhere: string, use: StoreUse): Promise<OpenedBackend> {
  const { reason, exists, isBlank = false } = await inspectPath(path)
  if (reason !== undefined) throw new CliError(`cannot use ${path}: ${reason}`, elsewhere)
  if (!exists && use === 'reading') throw storeNotFound(path)
  const backend = await openFile(path, elsewhere)
  if (use === 'serving') await rejectDamaged(path, backend)
  return { backend, existed: exists, wasBlank: isBlank, place: { file: path } }
}

async function openFile(path: string, elsewhere: string): Promise<StoreBackend> {
  const { sqlite } = await import('@space-data/core/sqlite')
  try {
    return await sqlite(path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ERR_NO_SQLITE') throw new SqliteUnavailableError(NO_SQLITE, INSTALL, error)
    const isFull = code === 'SQLITE_IOERR' && (await isDiskFull(path))
    const [message = describeError(error), remedy = elsewhere] = REASONS[isFull ? 'SQLITE_FULL' : code] ?? []
    throw new CliError(`cannot use ${path}: ${message}`, remedy, error)
  }
}

/** Returns the error for a missing store: reading commands never create one. */
export function storeNotFound(path: string): CliError {
  return new CliError(
    `there is no store at ${path}`,
    'Start a server or issue a key first, or set another store with --store sqlite:PATH, redis://HOST or ' +
      'postgres://HOST/DATABASE',
  )
}

/** Checks the file and closes it with an error if it is damaged. */
async function rejectDamaged(path: string, { check, close }: StoreBackend): Promise<void> {
  const [first, ...more] = (await check?.('quick')) ?? []
  if (first === undefined) return
  await close()
  const others = more.length > 0 ? `, and ${more.length} more` : ''
  throw new CliError(`${path} is damaged: ${describeError(first)}${others}`, RESTORE)
}

/** Remedy for a damaged store. */
export const RESTORE = 'Restore a backup; see docs/operating.md'

const NO_SQLITE =
  'SQLite is not available: this runtime has none, and @photostructure/sqlite cannot be loaded'
const INSTALL =
  'Use Node 22.13 or newer, or install @photostructure/sqlite: npm install @photostructure/sqlite'

/** Message and remedy by driver error code; without a remedy, another path is suggested. */
const REASONS: Readonly<Record<string, readonly [message: string, remedy?: string]>> = {
  SQLITE_NOTADB: ['it is not a SQLite database'],
  SQLITE_CORRUPT: ['the database is damaged', RESTORE],
  SQLITE_BUSY: ['it is locked by another program'],
  SQLITE_READONLY: ['it is read-only'],
  SQLITE_FULL: ['the disk is full', 'Free some space, or set another path with --store'],
  SQLITE_FILE_OF_OTHERS: ['it contains tables of another program'],
  SQLITE_FILE_NEWER: [
    'it was written by a newer version of space-data',
    'Update space-data, or restore a backup from before that version',
  ],
  SQLITE_FILE_OLDER: [
    'it was written by a version of space-data from before 0.1.0, which this one cannot read',
    'Move the file away, or set another store with --store: its keys and history cannot be taken over',
  ],
}

/** Finds problems that SQLite reports only as "unable to open database file" or at the first write. */
async function inspectPath(path: string): Promise<{ reason?: string; exists: boolean; isBlank?: boolean }> {
  const folder = dirname(path)
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return { reason: `folder ${folder} not found`, exists: false }
  if (await accessError(folder, constants.W_OK | constants.X_OK))
    return { reason: `folder ${folder} is not writable`, exists: false }
  const code = await accessError(path, constants.R_OK | constants.W_OK)
  if (code === 'ENOENT') return { exists: false }
  if (code) return { reason: 'it is not writable', exists: true }
  const stats = await stat(path)
  return stats.isFile()
    ? { exists: true, isBlank: stats.size === 0 }
    : { reason: 'it is not a file', exists: true }
}

/** Bytes of SQLite's index of the write-ahead log: without room for it no file can be opened. */
const LOG_INDEX_BYTES = 32_768

/** Whether the disk of a file has no room; SQLite reports that as an I/O error while it opens the file. */
async function isDiskFull(path: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize < LOG_INDEX_BYTES
}

async function accessError(path: string, mode: number): Promise<string | undefined> {
  try {
    await access(path, mode)
    return undefined
  } catch (error) {
    return errorCode(error)
  }
}
