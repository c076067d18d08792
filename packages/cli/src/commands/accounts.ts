import type { Account } from '@space-data/core'
import type { Command } from 'commander'
import { todayOf } from '#commands/keys-usage'
import { UsageError } from '#failure'
import { withoutHash } from '#key-state'
import { printKeys } from '#key-table'
import type { WorldFlags } from '#open'
import { withExample, withServerStore } from '#options'
import { printJson, printPairs, printTable, wholeOf } from '#print'
import { inPlainWords, noSuchAccount } from '#refused'
import type { Terminal } from '#terminal'

type Flags = WorldFlags & { readonly json?: true }

/** `space-data accounts`: who has keys, in which tier, and how much of the day is used. */
export function addAccounts(program: Command, terminal: Terminal): void {
  const accounts = program
    .command('accounts')
    .description(
      'List and show accounts, and put them into another tier; a self-serve key is its own account',
    )
  withExample(accounts, 'accounts set-tier acme pro')

  const listing = accounts
    .command('list')
    .description('List all accounts with their tier, keys and requests of today, oldest first')
  withCommon(listing, 'accounts list').action((flags) => list(flags, terminal))

  const showing = accounts.command('show <name>').description('Show an account with all its keys')
  withCommon(showing, 'accounts show acme').action((name, flags) => show(name, flags, terminal))

  const moving = accounts
    .command('set-tier <name> <tier>')
    .description('Put all live keys of an account into a tier; servers count by it within 5 seconds')
  withCommon(moving, 'accounts set-tier acme pro')
  moving.action((name, tier, flags) => setTier(name, tier, flags, terminal))
}

function withCommon(command: Command, example: string): Command {
  return withExample(withServerStore(command).option('--json', 'print one JSON value'), example)
}

async function list(flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
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

async function show(name: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const account = await withOpen(flags, terminal, ({ accounts }) => accounts.show(name))
  if (!account) throw noSuchAccount(name)
  return print(account, flags, terminal)
}

async function setTier(name: string, tier: string, flags: Flags, terminal: Terminal): Promise<void> {
  const [{ withOpen }, { readConfig }] = await Promise.all([import('#open'), import('#config/config')])
  const config = await readConfig(flags, terminal)
  if (!config.tiers.has(tier)) {
    throw new UsageError(`there is no tier "${tier}"`, `There are ${[...config.tiers.keys()].join(', ')}`)
  }
  const account = await withOpen(
    flags,
    terminal,
    ({ accounts }) => accounts.setTier(name, tier).catch(inPlainWords),
    config,
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
