import { open, rm } from 'node:fs/promises'
import { codeOf, Failure, inOneLine } from '#failure'

/** Writes a file that is not there yet; what prevents it is said in plain words. */
export function writeNewFile(file: string, content: string | Uint8Array): Promise<void> {
  return fillNewFile(file, (write) => write(content), 0o666)
}

/**
 * Makes a file that is not there yet and lets it be filled, piece by piece; it is synced at the end, and removed when that fails. Only
 * its owner may read it, unless `mode` says otherwise.
 */
export async function fillNewFile<T>(
  file: string,
  fill: (write: (content: string | Uint8Array) => Promise<void>) => Promise<T>,
  mode = 0o600,
): Promise<T> {
  const refuse = (error: unknown): never => {
    throw notWritten(file, error)
  }
  const handle = await open(file, 'wx', mode).catch(refuse)
  try {
    const filled = await fill((content) => handle.appendFile(content).catch(refuse))
    await handle.sync().catch(refuse)
    await handle.close().catch(refuse)
    return filled
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}

/** Why a file that is not there yet could not be written. */
export function notWritten(file: string, error: unknown): Failure {
  const words = FAULTS[codeOf(error)] ?? inOneLine(error)
  return new Failure(`cannot write ${file}: ${words}`, 'Name a new file in a folder that is there', error)
}

const FAULTS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already',
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'it is not writable',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  SQLITE_FULL: 'the disk is full',
}
