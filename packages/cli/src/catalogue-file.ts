import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Catalogue, readElementSets } from '@space-data/core'
import { codeOf, Failure, inOneLine } from '#failure'

/** Reads OMM or TLE from a file; what is wrong with it is said in plain words. */
export async function readCatalogue(file: string, now: number): Promise<Catalogue & { refused: number }> {
  const { elementSets, refused } = parsed(file, await textOf(file))
  if (elementSets.length === 0) throw new Failure(`${file} holds no usable element set`, KINDS)
  return { elementSets, refused, source: `Catalogue file ${basename(file)}`, fetchedAt: now }
}

const KINDS = 'A catalogue is OMM JSON or CSV, or TLE of two or three lines'

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const fault = FAULTS[codeOf(error)] ?? inOneLine(error)
    throw new Failure(`cannot read ${file}: ${fault}`, undefined, error)
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not readable',
}

function parsed(file: string, text: string) {
  try {
    return readElementSets(text)
  } catch (error) {
    throw new Failure(`${file} cannot be used: ${inOneLine(error)}`, KINDS, error)
  }
}
