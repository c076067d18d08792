import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Catalogue, readElementSets } from '@space-data/core/debris'
import { CliError, describeError, errorCode } from '#kit/errors'

/** Reads OMM or TLE element sets from a file. */
export async function readCatalogue(file: string, now: number): Promise<Catalogue & { refused: number }> {
  const { elementSets, refused } = parseElementSets(file, await readText(file))
  if (elementSets.length === 0) throw new CliError(`${file} contains no usable element set`, KINDS)
  return { elementSets, refused, source: `Catalogue file ${basename(file)}`, fetchedAt: now }
}

const KINDS = 'Use OMM JSON or CSV, or 2- or 3-line TLE'

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const reason = REASONS[errorCode(error)] ?? describeError(error)
    throw new CliError(`cannot read ${file}: ${reason}`, undefined, error)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
}

function parseElementSets(file: string, text: string) {
  try {
    return readElementSets(text)
  } catch (error) {
    throw new CliError(`${file} cannot be used: ${describeError(error)}`, KINDS, error)
  }
}
