import type { Command } from 'commander'
import { withExample, withStoreAndJson, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data accounts`: lists accounts and changes their tier. */
export function addAccounts(program: Command, terminal: Terminal): void {
  const accounts = program
    .command('accounts')
    .description('List and show accounts, and change their tier; each self-issued key has its own account')
  withExample(accounts, 'accounts set-tier acme pro')

  const listing = accounts
    .command('list')
    .description('List all accounts with their tier, keys and today’s requests, oldest first')
  withStoreAndJson(withWide(listing), 'accounts list').action(async (flags) =>
    (await import('#actions')).listAccounts(flags, inWidth(flags, terminal)),
  )

  const showing = accounts.command('show <name>').description('Show an account with all its keys')
  withStoreAndJson(withWide(showing), 'accounts show acme').action(async (name, flags) =>
    (await import('#actions')).showAccount(name, flags, inWidth(flags, terminal)),
  )

  const counting = accounts
    .command('usage')
    .description('Print each account’s requests per UTC day over the last 30 days, for invoices')
    .option('--from <day>', 'first day, such as 2026-11-01 (default: 29 days ago)')
    .option('--to <day>', 'last day (default: today)')
    .option('--csv', 'print CSV')
  withStoreAndJson(withWide(counting), 'accounts usage --from 2026-11-01 --to 2026-11-07 --csv').action(
    async (flags) => (await import('#actions')).accountUsage(flags, inWidth(flags, terminal)),
  )

  const moving = accounts
    .command('set-tier <name> <tier>')
    .description('Move all live keys of an account to a tier; servers apply it within 5 seconds')
  withStoreAndJson(moving, 'accounts set-tier acme pro')
  moving.action(async (name, tier, flags) => (await import('#actions')).setTier(name, tier, flags, terminal))
}
