import type { Usage } from '@space-data/core'
import { type WorldFlags, withOpen } from '#open'
import { printJson, printPairs, printTable, wholeOf } from '#print'
import { noSuchAccount } from '#refused'
import type { Terminal } from '#terminal'

/** Prints how much an account, or the account of a key, has asked: today, and on the last 30 days. */
export async function keyUsage(
  name: string,
  flags: WorldFlags & { json?: true },
  terminal: Terminal,
): Promise<void> {
  const found = await withOpen(flags, terminal, async ({ keys }) => {
    const record = await keys.show(name)
    return keys.usage(record?.account ?? name)
  })
  if (!found) throw noSuchAccount(name)
  if (flags.json) return printJson(found, terminal)
  const total = found.days.reduce((sum, { requests }) => sum + requests, 0)
  const { account, tier } = found
  await printPairs({ account, tier, today: todayOf(found), 'last 30 days': wholeOf(total) }, terminal)
  await terminal.out('\n')
  await printTable(['UTC DAY', 'REQUESTS', ''], rowsOf(found), terminal)
}

/** `1,234 of 50,000 requests`. */
export function todayOf(found: Pick<Usage, 'requests_today' | 'requests_per_day'>): string {
  const limit = found.requests_per_day
  return `${wholeOf(found.requests_today)} of ${limit === null ? 'unbounded' : wholeOf(limit)} requests`
}

const LONGEST = 40

/** Days up to the first one with a request, today first. */
function rowsOf({ days }: Usage): string[][] {
  const most = Math.max(...days.map(({ requests }) => requests))
  const used = days.findLastIndex(({ requests }) => requests > 0)
  return days
    .slice(0, Math.max(1, used + 1))
    .map(({ day, requests }) => [
      day,
      wholeOf(requests).padStart(8),
      most > 0 ? '#'.repeat(Math.ceil((requests / most) * LONGEST)) : '',
    ])
}
