import { type ServiceFlags, withService } from '#instance/service'
import { fillNewFile } from '#kit/files'
import { formatCount, inWords, printJson } from '#kit/print'
import type { Terminal } from '#kit/terminal'

/** Exports a store to a new file or stdout. With stdout, the summary goes to stderr. */
export async function exportStore(
  file: string | undefined,
  flags: ServiceFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { moved, location } = await withService(flags, terminal, async ({ store }) => ({
    moved: await (file === undefined
      ? store.export((text) => terminal.out(text))
      : fillNewFile(file, (write) => store.export(write))),
    location: store.description,
  }))
  const what = Object.entries(moved)
    .filter(([name, count]) => count > 0 || name === 'keys')
    .map(([name, count]) => formatCount(count, inWords(name).slice(0, -1)))
  const summary = `Exported ${what.join(', ')} from ${location}\n`
  if (file === undefined) return terminal.err(summary)
  return flags.json ? printJson({ file, ...moved }, terminal) : terminal.out(summary)
}
