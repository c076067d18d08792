import { readFile, stat } from 'node:fs/promises'
import { codeOf, Failure, inOneLine } from '#failure'

const REMEDY = 'Name a file that holds the key and nothing else with --mirror-key-file'

/** Reads the key in a file: what stands there without the white space around it. Nothing of it is ever repeated. */
export async function readKeyFile(path: string): Promise<string> {
  const key = await readFile(path, 'utf8').catch((error) => {
    throw new Failure(`cannot read ${path}: ${FAULTS[codeOf(error)] ?? inOneLine(error)}`, REMEDY, error)
  })
  if (/^[!-~]{8,256}$/.test(key.trim())) return key.trim()
  throw new Failure(`${path} does not hold a key in one line`, REMEDY)
}

/** What an operator should change about a key's file; `undefined` when nobody else can read it. */
export async function keyFileWarning(path: string): Promise<string | undefined> {
  // Elsewhere the mode says nothing of who can read a file.
  if (process.platform === 'win32') return undefined
  const { mode } = await stat(path)
  return mode & 0o077 ? `others than its owner can read or change ${path}: chmod 600 it` : undefined
}

/** Gives the key of a file as it is now, so that it can be replaced; while the file cannot be read, the last one that could. */
export function keyOf(path: string): () => Promise<string> {
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

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not readable',
}
