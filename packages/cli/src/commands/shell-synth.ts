import { writeFile } from 'node:fs/promises'
import { codeOf, Failure, inOneLine } from '#failure'
import { instantMs, wholeNumber } from '#given'
import { printJson, wholeOf } from '#print'
import type { Terminal } from '#terminal'

interface SynthFlags {
  readonly at?: string
  readonly seed: string
  readonly json?: true
}

const MOST = 200_000

/** Writes an invented catalogue to a new file. */
export async function synth(
  count: string,
  file: string,
  { at, seed, json }: SynthFlags,
  terminal: Terminal,
): Promise<void> {
  const objects = wholeNumber({ text: count, from: 'shell synth' }, MOST, 1)
  const epoch = at === undefined ? Date.now() : instantMs({ text: at, from: '--at' })
  const number = wholeNumber({ text: seed, from: '--seed' }, 999_999)
  const [{ csvOf }, { syntheticCatalogue }] = await Promise.all([
    import('#sample/celestrak/omm'),
    import('#synthetic/catalogue'),
  ])
  try {
    await writeFile(file, csvOf(syntheticCatalogue(objects, epoch, number)), { flag: 'wx' })
  } catch (error) {
    throw new Failure(
      `cannot write ${file}: ${FAULTS[codeOf(error)] ?? inOneLine(error)}`,
      'Name a new file in a folder that is there',
      error,
    )
  }
  await (json
    ? printJson({ file, objects }, terminal)
    : terminal.out(`Wrote ${wholeOf(objects)} invented objects to ${file}\n`))
}

const FAULTS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already',
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'it is not writable',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}
