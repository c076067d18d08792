import type { Command } from 'commander'
import { withExample, withServerStore } from '#options'
import type { Terminal } from '#terminal'

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
  withCommon(listing, 'accounts list').action(async (flags) =>
    (await import('#actions')).listAccounts(flags, terminal),
  )

  const showing = accounts.command('show <name>').description('Show an account with all its keys')
  withCommon(showing, 'accounts show acme').action(async (name, flags) =>
    (await import('#actions')).showAccount(name, flags, terminal),
  )

  const moving = accounts
    .command('set-tier <name> <tier>')
    .description('Put all live keys of an account into a tier; servers count by it within 5 seconds')
  withCommon(moving, 'accounts set-tier acme pro')
  moving.action(async (name, tier, flags) => (await import('#actions')).setTier(name, tier, flags, terminal))
}

function withCommon(command: Command, example: string): Command {
  return withExample(withServerStore(command).option('--json', 'print one JSON value'), example)
}
