import type { StoreCheck } from '@space-data/core/storage'
import { type ServiceFlags, withService } from '#instance/service'
import { CliError } from '#kit/errors'
import { formatCount, formatMinute, printJson, printLines, sanitize } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { RESTORE } from '#store/sqlite'

/** Prints all problems of a store; fails if it is damaged. */
export async function checkStore(
  flags: ServiceFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { check, location } = await withService(flags, terminal, async ({ store }) => ({
    check: await store.check(),
    location: store.description,
  }))
  const damages = check.findings.filter(({ kind }) => kind === 'damage').length
  if (flags.json) await printJson(check, terminal)
  else await printLines(formatCheck(check, damages, location), terminal)
  if (damages > 0) throw new CliError(`${location} is damaged`, RESTORE)
}

function formatCheck(
  { findings, keys, accounts, newestKeyAt }: StoreCheck,
  damages: number,
  location: string,
): string {
  const lines = findings.map(({ kind, what }) => `${kind}: ${sanitize(what)}`)
  const newest = formatMinute(newestKeyAt, '-')
  const found =
    keys === null
      ? 'records not checked'
      : `${formatCount(keys, 'key')} in ${formatCount(accounts ?? 0, 'account')}, newest key ${newest}`
  const verdict = damages === 0 ? 'No damage' : `${formatCount(damages, 'damage finding')}`
  return [...lines, `${location}: ${found}. ${verdict}.`].join('\n')
}
