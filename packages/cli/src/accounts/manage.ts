import type { Account } from '@space-data/core/accounts'
import { readConfig } from '#config/config'
import { accountNotFound, throwAsUsageError } from '#instance/core-errors'
import { type ServiceFlags, withService } from '#instance/service'
import { withoutHash } from '#keys/key-state'
import { printKeys } from '#keys/key-table'
import { formatToday } from '#keys/usage'
import { UsageError } from '#kit/errors'
import { formatInteger, printJson, printPairs, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'

type Flags = ServiceFlags & { readonly json?: true }

/** Prints all accounts, oldest first. */
export async function listAccounts(flags: Flags, terminal: Terminal): Promise<void> {
  const { found, location } = await withService(flags, terminal, async ({ accounts, store }) => ({
    found: await accounts.list(),
    location: store.description,
  }))
  if (found.length === 0) {
    terminal.err(`No accounts yet in ${location}. Issue a key with: space-data keys issue --label me\n`)
  }
  if (flags.json) return printJson(found.map(withoutHashes), terminal)
  const titles = ['ACCOUNT', 'TIER', 'KEYS', 'REQUESTS TODAY']
  return printTable(
    titles,
    found.map((account) => [account.account, account.tier, formatKeyCount(account), formatToday(account)]),
    terminal,
    { leaving: ['KEYS'], whole: ['REQUESTS TODAY'] },
  )
}

/** Prints an account with its keys. */
export async function showAccount(name: string, flags: Flags, terminal: Terminal): Promise<void> {
  const account = await withService(flags, terminal, ({ accounts }) => accounts.show(name))
  if (!account) throw accountNotFound(name)
  return printAccount(account, flags, terminal)
}

/** Moves all live keys of an account to a tier and prints the account. */
export async function setTier(name: string, tier: string, flags: Flags, terminal: Terminal): Promise<void> {
  const config = await readConfig(flags, terminal)
  if (!config.tiers.has(tier)) {
    throw new UsageError(`unknown tier "${tier}"`, `Tiers: ${[...config.tiers.keys()].join(', ')}`)
  }
  const account = await withService(
    flags,
    terminal,
    ({ accounts }) => accounts.setTier(name, tier).catch(throwAsUsageError),
    { config },
  )
  if (!account) throw accountNotFound(name)
  return printAccount(account, flags, terminal)
}

async function printAccount(account: Account, flags: Flags, terminal: Terminal): Promise<void> {
  if (flags.json) return printJson(withoutHashes(account), terminal)
  await printPairs(
    {
      account: account.account,
      tier: account.tier,
      keys: formatKeyCount(account),
      today: formatToday(account),
    },
    terminal,
  )
  await terminal.out('\n')
  return printKeys(account.keys, terminal)
}

/** Formats `2 of 3`, followed by the number of keys in grace. */
function formatKeyCount({ liveKeys, maxKeys, keysInGrace }: Account): string {
  const most = maxKeys === null ? '' : ` of ${formatInteger(maxKeys)}`
  return `${liveKeys}${most}${keysInGrace > 0 ? `, ${keysInGrace} in grace` : ''}`
}

function withoutHashes({ keys, ...account }: Account) {
  return { ...account, keys: keys.map(withoutHash) }
}
