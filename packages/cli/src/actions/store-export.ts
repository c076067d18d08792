import { fillNewFile } from '#new-file'
import { formatCount, printJson } from '#print'
import { type ServiceFlags, withService } from '#service'
import type { Terminal } from '#terminal'

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
  const { keys, keyLogEntries, requests, webhooks, customShells, checks, shells, days } = moved
  const { seriesDays, forecasts } = moved
  const what = [
    formatCount(keys, 'key'),
    formatCount(keyLogEntries, 'key operation'),
    formatCount(requests, 'daily count'),
    formatCount(webhooks, 'webhook'),
    formatCount(customShells, 'custom shell'),
    formatCount(checks, 'check report'),
    formatCount(shells, 'shell run'),
    formatCount(days, 'history day'),
    formatCount(seriesDays, 'series day'),
    formatCount(forecasts, 'forecast'),
  ]
  const summary = `Exported ${what.join(', ')} from ${location}\n`
  if (file === undefined) return terminal.err(summary)
  return flags.json ? printJson({ file, ...moved }, terminal) : terminal.out(summary)
}
