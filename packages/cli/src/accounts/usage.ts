import { throwAsUsageError } from '#instance/core-errors'
import { type ServiceFlags, withService } from '#instance/service'
import { formatInteger, printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'

interface UsageFlags extends ServiceFlags {
  readonly from?: string
  readonly to?: string
  readonly csv?: true
  readonly json?: true
}

const DAY_MS = 86_400_000

/** Prints the requests of all accounts by day. */
export async function accountUsage(flags: UsageFlags, terminal: Terminal): Promise<void> {
  const { from = dayAgo(29), to = dayAgo(0) } = flags
  const rows = await withService(flags, terminal, ({ accounts }) =>
    accounts.usage(from, to).catch(throwAsUsageError),
  )
  if (flags.json) return printJson(rows, terminal)
  // Names of accounts and tiers need no quotes: they have no comma, quote or line break.
  const cells = rows.map(({ account, tier, day, requests }) => [account, tier, day, String(requests)])
  if (flags.csv)
    return terminal.out([['account', 'tier', 'day', 'requests'], ...cells].map((row) => `${row}\n`).join(''))
  if (rows.length === 0) terminal.err(`No account sent a request from ${from} to ${to}.\n`)
  return printTable(
    ['ACCOUNT', 'TIER', 'UTC DAY', 'REQUESTS'],
    cells.map(([account = '', tier = '', day = ''], i) => [
      account,
      tier,
      day,
      formatInteger(rows[i]?.requests ?? 0).padStart(8),
    ]),
    terminal,
    { leaving: ['TIER'], whole: ['UTC DAY', 'REQUESTS'] },
  )
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}
