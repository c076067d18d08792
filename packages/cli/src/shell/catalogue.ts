import { formatOmmJson } from '@space-data/core/debris'
import { type ServiceFlags, withService } from '#instance/service'
import { CliError, UsageError } from '#kit/errors'
import { writeNewFile } from '#kit/files'
import { formatInteger, printJson } from '#kit/print'
import type { Terminal } from '#kit/terminal'

/** Lists the days whose catalogue is kept, or writes the catalogue of a day to a new file. */
export async function keptCatalogue(
  day: string | undefined,
  file: string | undefined,
  flags: ServiceFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  if (day !== undefined && file === undefined)
    throw new UsageError('shell catalogue takes a day and a file', `shell catalogue ${day} catalogue.json`)
  const [days, catalogue] = await withService(flags, terminal, async ({ jobs: { shells } }) => [
    await shells.keptDays(),
    day === undefined ? undefined : await shells.keptCatalogue(day),
  ])
  if (day === undefined || file === undefined) return listDays(days, flags, terminal)
  if (!catalogue) throw notKept(day, days)
  await writeNewFile(file, formatOmmJson(catalogue.elementSets))
  const objects = catalogue.elementSets.length
  await (flags.json
    ? printJson({ file, day, objects, source: catalogue.source }, terminal)
    : terminal.out(`Wrote ${formatInteger(objects)} objects of ${day} to ${file}\n`))
}

async function listDays(
  days: readonly string[],
  { json }: { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  if (json) return printJson(days, terminal)
  if (days.length === 0) terminal.err(`No catalogue is kept. ${REMEDY}\n`)
  await terminal.out(days.map((day) => `${day}\n`).join(''))
}

const REMEDY = 'Start the server with --keep-catalogues 30 to keep the catalogues of 30 days'

function notKept(day: string, days: readonly string[]): CliError {
  const [oldest, newest] = [days.at(0), days.at(-1)]
  const kept = `Catalogues from ${oldest} to ${newest} are kept; shell catalogue lists them`
  const remedy = oldest === undefined ? REMEDY : kept
  return new CliError(`the catalogue of ${day} is not kept`, remedy)
}
