import { fillNewFile } from '#new-file'
import { type WorldFlags, withOpen } from '#open'
import { printJson, wholeOf } from '#print'
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
  const what = `${wholeOf(keys)} keys, ${wholeOf(requests)} daily counts, ${wholeOf(checks)} check reports, ${wholeOf(shells)} shell runs`
  const words = `Exported ${what} from ${place}\n`
  if (file === undefined) return terminal.err(words)
  return flags.json ? printJson({ file, ...moved }, terminal) : terminal.out(words)
}
