import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Backend } from '@space-data/core'
import { codeOf, Failure, inOneLine } from '#failure'

/** The native addon behind SQLite is not installed, not built, or built for another platform. */
export class AddonMissing extends Failure {}

/** Opens or creates a SQLite file; what prevents it is said in plain words, with `elsewhere` as the way out. */
export async function openSqlite(path: string, elsewhere: string): Promise<Backend> {
  const { sqlite } = await import('@space-data/core/sqlite')
  const fault = await faultOf(path)
  if (fault) throw new Failure(`cannot use ${path}: ${fault}`, elsewhere)
  try {
    return await sqlite(path)
  } catch (error) {
    const code = codeOf(error)
    if (!code.startsWith('SQLITE_')) throw addonMissing(error)
    throw new Failure(`cannot use ${path}: ${FAULTS[code] ?? inOneLine(error)}`, elsewhere, error)
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'it is not a SQLite database',
  SQLITE_CORRUPT: 'the database is damaged',
  SQLITE_BUSY: 'another program has locked it',
  SQLITE_READONLY: 'it is read-only',
  SQLITE_FULL: 'the disk is full',
}

function addonMissing(error: unknown): AddonMissing {
  const isAbsent = codeOf(error) === 'ERR_MODULE_NOT_FOUND'
  return new AddonMissing(
    isAbsent
      ? 'SQLite cannot be used: @keyv/sqlite is not installed'
      : 'SQLite cannot be used: its addon does not load',
    isAbsent
      ? 'Install it with: npm install @keyv/sqlite'
      : 'Build it with: npm rebuild sqlite3 (needs Python 3, make and a C++ compiler)',
    error,
  )
}

/** What SQLite would only call "unable to open database file", or would notice at the first write. */
async function faultOf(path: string): Promise<string | undefined> {
  const folder = dirname(path)
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return `there is no folder ${folder}`
  if (await refusal(folder, constants.W_OK | constants.X_OK)) return `the folder ${folder} is not writable`
  const code = await refusal(path, constants.R_OK | constants.W_OK)
  if (code === 'ENOENT') return undefined
  if (code) return 'it is not writable'
  return (await stat(path)).isFile() ? undefined : 'it is not a file'
}

async function refusal(path: string, mode: number): Promise<string | undefined> {
  try {
    await access(path, mode)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}
