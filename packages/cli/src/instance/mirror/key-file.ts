import { readFile } from 'node:fs/promises'
import { CliError, describeError, errorCode } from '#kit/errors'

const REMEDY = 'Set --mirror-key-file to a file that contains only the key'

/** Reads a key from a file, without surrounding white space. Errors never repeat the content. */
export async function readKeyFile(path: string): Promise<string> {
  const key = await readFile(path, 'utf8').catch((error) => {
    throw new CliError(
      `cannot read ${path}: ${REASONS[errorCode(error)] ?? describeError(error)}`,
      REMEDY,
      error,
    )
  })
  if (/^[!-~]{8,256}$/.test(key.trim())) return key.trim()
  throw new CliError(`${path} does not contain a key on one line`, REMEDY)
}

/**
 * Returns a function that reads the key file on each call, so that the key can be replaced. If the file
 * becomes unreadable, it returns the last key.
 */
export function keyFileReader(path: string): () => Promise<string> {
  let last: string | undefined
  return async () => {
    try {
      last = await readKeyFile(path)
    } catch (error) {
      if (last === undefined) throw error
    }
    return last
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'file not found',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
}
