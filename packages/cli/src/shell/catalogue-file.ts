import { basename } from 'node:path'
import { type Catalogue, readElementSets } from '@space-data/core/debris'
import { CliError, describeError } from '#kit/errors'
import { readTextFile } from '#kit/files'

/** A catalogue from a file. */
type FileCatalogue = Catalogue & Pick<ReturnType<typeof readElementSets>, 'refused' | 'refusedBecause'>

/** Reads OMM or TLE element sets from a file. */
export async function readCatalogue(file: string, now: number): Promise<FileCatalogue> {
  const { elementSets, refused, refusedBecause } = parseElementSets(file, await readTextFile(file))
  if (elementSets.length === 0) {
    const why = refusedBecause && `: ${refusedBecause}`
    throw new CliError(`${file} contains no usable element set${why}`, KINDS)
  }
  const source = `Catalogue file ${basename(file)}`
  return { elementSets, refused, refusedBecause, source, fetchedAt: now }
}

const KINDS = 'Use OMM JSON or CSV, or 2- or 3-line TLE'

function parseElementSets(file: string, text: string) {
  try {
    return readElementSets(text)
  } catch (error) {
    throw new CliError(`${file} cannot be used: ${describeError(error)}`, KINDS, error)
  }
}
