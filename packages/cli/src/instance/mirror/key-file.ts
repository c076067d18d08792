import { CliError } from '#kit/errors'
import { readTextFile } from '#kit/files'

const REMEDY = 'Set --mirror-key-file to a file that contains only the key'

/** Reads a key from a file, without surrounding white space. Errors never repeat the content. */
export async function readKeyFile(path: string): Promise<string> {
  const key = (await readTextFile(path, REMEDY)).trim()
  const fault = faultOf(key)
  if (fault === undefined) return key
  throw new CliError(`${path} ${fault}`, REMEDY)
}

/** Returns why a text cannot be sent as a key. Accepts keys in any format of a central instance. */
function faultOf(text: string): string | undefined {
  if (/^(?:export )?[A-Za-z_]\w*=[^=]/.test(text)) return 'has a name and "=" before the key'
  if (/^["'`]|["'`]$/.test(text)) return 'has quotes around the key'
  if (/^bearer /i.test(text)) return 'has "Bearer" before the key'
  return /^[!-~]{8,256}$/.test(text) ? undefined : 'does not contain a key on one line'
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
