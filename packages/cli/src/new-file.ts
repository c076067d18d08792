import { writeFile } from 'node:fs/promises'
import { codeOf, Failure, inOneLine } from '#failure'

/** Writes a file that is not there yet; what prevents it is said in plain words. */
export async function writeNewFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' })
  } catch (error) {
    throw new Failure(
      `cannot write ${file}: ${FAULTS[codeOf(error)] ?? inOneLine(error)}`,
      'Name a new file in a folder that is there',
      error,
    )
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already',
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'it is not writable',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}
