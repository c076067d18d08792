import { instantMs, wholeNumber } from '#given'
import { writeNewFile } from '#new-file'
import { printJson, wholeOf } from '#print'
import type { Terminal } from '#terminal'

interface SynthFlags {
  readonly at?: string
  readonly seed: string
  readonly json?: true
}

const MOST = 200_000

/** Writes an invented catalogue to a new file. */
export async function synthesise(
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
  await writeNewFile(file, csvOf(syntheticCatalogue(objects, epoch, number)))
  await (json
    ? printJson({ file, objects }, terminal)
    : terminal.out(`Wrote ${wholeOf(objects)} invented objects to ${file}\n`))
}
