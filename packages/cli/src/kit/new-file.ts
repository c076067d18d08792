import { open, rm } from 'node:fs/promises'
import { CliError, describeError, errorCode } from '#kit/errors'

/** Writes a new file; existing files are never overwritten. */
export function writeNewFile(file: string, content: string | Uint8Array): Promise<void> {
  return fillNewFile(file, (write) => write(content), 0o666)
}

/**
 * Creates a new file, fills it in pieces and syncs it. Removes it on failure. By default only the owner can
 * read it.
 */
export async function fillNewFile<T>(
  file: string,
  fill: (write: (content: string | Uint8Array) => Promise<void>) => Promise<T>,
  mode = 0o600,
): Promise<T> {
  const refuse = (error: unknown): never => {
    throw writeError(file, error)
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

/** Returns the error for a file that could not be created. */
export function writeError(file: string, error: unknown): CliError {
  const reason = REASONS[errorCode(error)] ?? describeError(error)
  return new CliError(`cannot write ${file}: ${reason}`, 'Use a new file in an existing folder', error)
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it already exists',
  ENOENT: 'folder not found',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  SQLITE_FULL: 'the disk is full',
}
