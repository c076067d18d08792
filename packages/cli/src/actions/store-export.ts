import { fillNewFile } from '#new-file'
import { type WorldFlags, withOpen } from '#open'
import { countedOf, printJson } from '#print'
import type { Terminal } from '#terminal'

/** Writes all that must not be lost of a store to a new file, or to stdout; what that was is said where it is in nobody's way. */
export async function exportStore(
  file: string | undefined,
  flags: WorldFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { moved, place } = await withOpen(flags, terminal, async ({ store, storeDescription }) => ({
    moved: await (file === undefined
      ? store.export((text) => terminal.out(text))
      : fillNewFile(file, (write) => store.export(write))),
    place: storeDescription,
  }))
  const { keys, requests, checks, shells } = moved
  const what = [
    countedOf(keys, 'key'),
    countedOf(requests, 'daily count'),
    countedOf(checks, 'check report'),
    countedOf(shells, 'shell run'),
  ]
  const words = `Exported ${what.join(', ')} from ${place}\n`
  if (file === undefined) return terminal.err(words)
  return flags.json ? printJson({ file, ...moved }, terminal) : terminal.out(words)
}
