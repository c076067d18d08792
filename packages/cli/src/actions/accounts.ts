import type { Account } from '@space-data/core'
import { todayOf } from '#actions/keys-usage'
import { readConfig } from '#config/config'
import { UsageError } from '#failure'
import { withoutHash } from '#key-state'
import { printKeys } from '#key-table'
import { type WorldFlags, withOpen } from '#open'
import { printJson, printPairs, printTable, wholeOf } from '#print'
import { inPlainWords, noSuchAccount } from '#refused'
import type { Terminal } from '#terminal'

type Flags = WorldFlags & { readonly json?: true }

/** Prints all accounts, oldest first. */
export async function listAccounts(flags: Flags, terminal: Terminal): Promise<void> {
  const { found, place } = await withOpen(flags, terminal, async ({ accounts, storeDescription }) => ({
    found: await accounts.list(),
    place: storeDescription,
  }))
  if (found.length === 0) {
    terminal.err(`No accounts yet in ${place}. Issue a key with: space-data keys issue --help\n`)
  }
  if (flags.json) return printJson(found.map(withoutHashes), terminal)
  const titles = ['ACCOUNT', 'TIER', 'KEYS', 'REQUESTS TODAY']
  return printTable(
    titles,
    found.map((account) => [account.account, account.tier, keysOf(account), todayOf(account)]),
    terminal,
  )
}

/** Prints an account with its keys. */
export async function showAccount(name: string, flags: Flags, terminal: Terminal): Promise<void> {
  const account = await withOpen(flags, terminal, ({ accounts }) => accounts.show(name))
  if (!account) throw noSuchAccount(name)
  return print(account, flags, terminal)
}

/** Puts all live keys of an account into a tier, and prints it. */
export async function setTier(name: string, tier: string, flags: Flags, terminal: Terminal): Promise<void> {
  const config = await readConfig(flags, terminal)
  if (!config.tiers.has(tier)) {
    throw new UsageError(`there is no tier "${tier}"`, `There are ${[...config.tiers.keys()].join(', ')}`)
  }
  const account = await withOpen(
    flags,
    terminal,
    ({ accounts }) => accounts.setTier(name, tier).catch(inPlainWords),
    { config },
  )
  if (!account) throw noSuchAccount(name)
  return print(account, flags, terminal)
}

async function print(account: Account, flags: Flags, terminal: Terminal): Promise<void> {
  if (flags.json) return printJson(withoutHashes(account), terminal)
  await printPairs(
    { account: account.account, tier: account.tier, keys: keysOf(account), today: todayOf(account) },
    terminal,
  )
  await terminal.out('\n')
  return printKeys(account.keys, terminal)
}

/** `2 of 3`, and how many more work only until their end. */
function keysOf({ live_keys, most_keys, keys_in_grace }: Account): string {
  const most = most_keys === null ? '' : ` of ${wholeOf(most_keys)}`
  return `${live_keys}${most}${keys_in_grace > 0 ? `, ${keys_in_grace} in grace` : ''}`
}

function withoutHashes({ keys, ...account }: Account) {
  return { ...account, keys: keys.map(withoutHash) }
}
