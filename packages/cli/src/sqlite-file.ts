import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Backend } from '@space-data/core'
import { codeOf, Failure, inOneLine } from '#failure'
import type { OpenedBackend, StoreUse } from '#store-use'

/** Neither the runtime nor a package has a SQLite that works here. */
export class NoSqlite extends Failure {}

/** Opens a SQLite file, or makes it if it may; what prevents it is said in plain words, with `elsewhere` as the way out. */
export async function openSqlite(path: string, elsewhere: string, use: StoreUse): Promise<OpenedBackend> {
  const { fault, isThere } = await lookAt(path)
  if (fault !== undefined) throw new Failure(`cannot use ${path}: ${fault}`, elsewhere)
  if (!isThere && use === 'reading') throw notThere(path)
  const backend = await opened(path, elsewhere)
  if (use === 'serving') await refuseDamaged(path, backend)
  return { backend, wasThere: isThere }
}

async function opened(path: string, elsewhere: string): Promise<Backend> {
  const { sqlite } = await import('@space-data/core/sqlite')
  try {
    return await sqlite(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ERR_NO_SQLITE') throw new NoSqlite(NO_SQLITE, INSTALL, error)
    const [words = inOneLine(error), remedy = elsewhere] = FAULTS[code] ?? []
    throw new Failure(`cannot use ${path}: ${words}`, remedy, error)
  }
}

/** A command that only reads makes no store. */
export function notThere(path: string): Failure {
  return new Failure(
    `there is no store at ${path} yet`,
    'Start a server or issue a key first, or name another place with --store sqlite:PATH or redis://HOST',
  )
}

/** Closes a file whose pages are damaged, and ends with a failure. */
async function refuseDamaged(path: string, { check, close }: Backend): Promise<void> {
  const [first, ...more] = (await check?.('quick')) ?? []
  if (first === undefined) return
  await close()
  const others = more.length > 0 ? `, and ${more.length} more` : ''
  throw new Failure(`${path} is damaged: ${inOneLine(first)}${others}`, RESTORE)
}

/** What to do about a store that is damaged. */
export const RESTORE = 'Restore a backup: docs/operating.md has the steps'

const NO_SQLITE = 'SQLite cannot be used: this runtime has none, and @photostructure/sqlite does not load'
const INSTALL =
  'Use Node 22.13 or newer, or install @photostructure/sqlite: npm install @photostructure/sqlite'

/** What is wrong, and what to do if it is something else than to name another place. */
const FAULTS: Readonly<Record<string, readonly [words: string, remedy?: string]>> = {
  SQLITE_NOTADB: ['it is not a SQLite database'],
  SQLITE_CORRUPT: ['the database is damaged', RESTORE],
  SQLITE_BUSY: ['another program has locked it'],
  SQLITE_READONLY: ['it is read-only'],
  SQLITE_FULL: ['the disk is full'],
  SQLITE_FILE_OF_OTHERS: ['it holds the tables of another program'],
  SQLITE_FILE_NEWER: [
    'a newer version of space-data has written it',
    'Run that version or a newer one: there is no way back but a backup from before the update',
  ],
}

/** What SQLite would only call "unable to open database file", or would notice at the first write. */
async function lookAt(path: string): Promise<{ fault?: string; isThere: boolean }> {
  const folder = dirname(path)
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return { fault: `there is no folder ${folder}`, isThere: false }
  if (await refusal(folder, constants.W_OK | constants.X_OK))
    return { fault: `the folder ${folder} is not writable`, isThere: false }
  const code = await refusal(path, constants.R_OK | constants.W_OK)
  if (code === 'ENOENT') return { isThere: false }
  if (code) return { fault: 'it is not writable', isThere: true }
  return (await stat(path)).isFile() ? { isThere: true } : { fault: 'it is not a file', isThere: true }
}

async function refusal(path: string, mode: number): Promise<string | undefined> {
  try {
    await access(path, mode)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}
