import { randomBytes } from 'node:crypto'
import { chown, open, readFile, rm, stat } from 'node:fs/promises'
import { CliError, describeError, errorCode } from '#kit/errors'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'file not found',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  SQLITE_FULL: 'the disk is full',
}

/** Describes why a file cannot be used, in a few words. */
export function fileErrorReason(error: unknown): string {
  return REASONS[errorCode(error)] ?? describeError(error)
}

/** Describes why a file cannot be written: only its folder can be missing. */
export function writeErrorReason(error: unknown): string {
  return errorCode(error) === 'ENOENT' ? 'folder not found' : fileErrorReason(error)
}

/**
 * Reads a text file.
 * @throws `Failure` with the reason; the message never repeats the content
 */
export async function readTextFile(path: string, remedy?: string, Failure = CliError): Promise<string> {
  return readFile(path, 'utf8').catch((error) => {
    throw new Failure(`cannot read ${path}: ${fileErrorReason(error)}`, remedy, error)
  })
}

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
  const message = `cannot write ${file}: ${writeErrorReason(error)}`
  return new CliError(message, 'Use a new file in an existing folder', error)
}

/**
 * Writes a file, readable by its owner only, under a temporary name beside `path`, and calls `publish` to
 * rename it, so that it appears with its whole content.
 * @param owned File whose owner the new file gets if root creates it, so that the server can read it.
 */
export async function throughTemporaryFile(
  path: string,
  content: string,
  owned: string,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(owned)
      await chown(temporary, uid, gid)
    }
    await publish(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Returns a warning if other users can read a file that contains a secret. */
export async function privateFileWarning(path: string): Promise<string | undefined> {
  // On Windows the mode does not show who can read a file.
  if (process.platform === 'win32') return undefined
  const { mode } = await stat(path)
  return mode & 0o077 ? `${path} is readable or writable by other users; run chmod 600 on it` : undefined
}
