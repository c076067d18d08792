import { writeNewFile } from '#kit/files'
import { formatInteger, printJson } from '#kit/print'
import { parseInstant, parseWholeNumber } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'

interface SynthFlags {
  readonly at?: string
  readonly seed: string
  readonly json?: true
}

const MOST = 200_000

/** Writes a synthetic catalogue to a new file. */
export async function writeSyntheticCatalogue(
  count: string,
  file: string,
  { at, seed, json }: SynthFlags,
  terminal: Terminal,
): Promise<void> {
  const objects = parseWholeNumber({ text: count, from: 'shell synth' }, MOST, 1)
  const epoch = at === undefined ? Date.now() : parseInstant({ text: at, from: '--at' })
  const number = parseWholeNumber({ text: seed, from: '--seed' }, 999_999)
  const { formatOmmCsv, syntheticCatalogue } = await import('@space-data/sample')
  await writeNewFile(file, formatOmmCsv(syntheticCatalogue(objects, epoch, number)))
  await (json
    ? printJson({ file, objects }, terminal)
    : terminal.out(`Wrote ${formatInteger(objects)} synthetic objects to ${file}\n`))
}
