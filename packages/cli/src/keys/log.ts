import { type ServiceFlags, withService } from '#instance/service'
import { printJson, printTable } from '#kit/print'
import { parseDuration } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'

interface LogFlags extends ServiceFlags {
  readonly since: string
  readonly json?: true
}

/** Prints the operations on keys, oldest first. */
export async function keyLog({ since, ...flags }: LogFlags, terminal: Terminal): Promise<void> {
  const sinceMs = Date.now() - parseDuration({ text: since, from: '--since' })
  const entries = await withService(flags, terminal, ({ keys }) => keys.log({ sinceMs }))
  if (flags.json) return printJson(entries, terminal)
  if (entries.length === 0) return terminal.err(`No operations on keys in the last ${since}.\n`)
  return printTable(
    ['UTC', 'BY', 'ACTION', 'KEY', 'ACCOUNT', 'TIER', 'REPLACES'],
    entries.map(({ at, by, action, key, account, tier, replaces }) => [
      at.slice(0, 19).replace('T', ' '),
      by,
      action.replace('_', ' '),
      key,
      account,
      tier,
      replaces ?? '',
    ]),
    terminal,
    { leaving: ['TIER', 'REPLACES'], whole: ['KEY'] },
  )
}
