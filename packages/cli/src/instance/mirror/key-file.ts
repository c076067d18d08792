import { CliError } from '#kit/errors'
import { readTextFile } from '#kit/files'

const REMEDY = 'Set --mirror-key-file to a file that contains only the key'

/** Reads a key from a file, without surrounding white space. Errors never repeat the content. */
export async function readKeyFile(path: string): Promise<string> {
  const key = (await readTextFile(path, REMEDY)).trim()
  if (/^[!-~]{8,256}$/.test(key)) return key
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
