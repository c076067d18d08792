import type { Usage } from '@space-data/core/accounts'
import { accountNotFound } from '#instance/core-errors'
import { type ServiceFlags, withService } from '#instance/service'
import { formatInteger, printJson, printPairs, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'

/** Prints the requests of an account, or of a key's account, today and in the last 30 days. */
export async function keyUsage(
  name: string,
  flags: ServiceFlags & { json?: true },
  terminal: Terminal,
): Promise<void> {
  const found = await withService(flags, terminal, async ({ keys }) => {
    const record = await keys.show(name)
    return keys.usage(record?.account ?? name)
  })
  if (!found) throw accountNotFound(name)
  if (flags.json) return printJson(found, terminal)
  const total = found.days.reduce((sum, { requests }) => sum + requests, 0)
  const { account, tier } = found
  await printPairs(
    { account, tier, today: formatToday(found), 'last 30 days': formatInteger(total) },
    terminal,
  )
  await terminal.out('\n')
  await printTable(['UTC DAY', 'REQUESTS', ''], toUsageRows(found), terminal)
}

/** Formats `1,234 of 50,000 requests`. */
export function formatToday(found: Pick<Usage, 'requestsToday' | 'requestsPerDay'>): string {
  const limit = found.requestsPerDay
  return (
    `${formatInteger(found.requestsToday)} of ` +
    `${limit === null ? 'unbounded' : formatInteger(limit)} requests`
  )
}

const LONGEST = 40

/** Returns the days back to the first one with a request, today first. */
function toUsageRows({ days }: Usage): string[][] {
  const most = Math.max(...days.map(({ requests }) => requests))
  const used = days.findLastIndex(({ requests }) => requests > 0)
  return days
    .slice(0, Math.max(1, used + 1))
    .map(({ day, requests }) => [
      day,
      formatInteger(requests).padStart(8),
      most > 0 ? '#'.repeat(Math.ceil((requests / most) * LONGEST)) : '',
    ])
}
