import type { Command } from 'commander'
import { withExample, withServerStore } from '#options'
import type { Terminal } from '#terminal'

/** `space-data keys`: what an operator can do with keys, on the store that the server uses. */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Issue, list, show, rotate, revoke and prune API keys, and see their usage')
  withExample(keys, 'keys issue --tier hobby --label "Acme dashboard" --account acme')

  const issuing = keys
    .command('issue')
    .description('Issue a key: it alone goes to stdout, and is shown this once')
    .requiredOption(
      '--tier <tier>',
      'free, hobby, pro, shell_basic, shell_pro, enterprise, or one that you have configured',
    )
    .requiredOption('--label <text>', 'what the key is for: 1 to 100 characters')
    .option('--account <name>', 'whose quota it draws on, with all keys of that account (default: its own)')
    .option('--expires-in <duration>', 'such as 90d, 12h, 30m, 45s (default: 365d for free, else never)')
  withCommon(issuing, 'keys issue --tier hobby --label "Acme dashboard" --account acme --expires-in 90d')
  issuing.action(async (flags) => (await import('#actions')).issueKey(flags, terminal))

  const listing = keys.command('list').description('List all keys, oldest first; never the keys themselves')
  withCommon(listing, 'keys list --json').action(async (flags) =>
    (await import('#actions')).listKeys(flags, terminal),
  )

  const showing = keys.command('show <id>').description('Show what is known of a key')
  withCommon(showing, 'keys show key_4fT9xQ2mLp0Z').action(async (id, flags) =>
    (await import('#actions')).showKey(id, flags, terminal),
  )

  const revoking = keys
    .command('revoke <id>')
    .description('Revoke a key: within 5 seconds no server on this store accepts it')
  withCommon(revoking, 'keys revoke key_4fT9xQ2mLp0Z').action(async (id, flags) =>
    (await import('#actions')).revokeKey(id, flags, terminal),
  )

  const rotating = keys
    .command('rotate <id>')
    .description('Replace a key by a new one, which alone goes to stdout; both work for the grace period')
    .option('--grace <duration>', 'for how long the old key still works, 0s to end it at once', '24h')
    .option(
      '--expires-in <duration>',
      'life of the new key (default: to the end of the old one, if it has one)',
    )
  withCommon(rotating, 'keys rotate key_4fT9xQ2mLp0Z --grace 24h > new-key.txt')
  rotating.action(async (id, flags) => (await import('#actions')).rotateKey(id, flags, terminal))

  const pruning = keys
    .command('prune')
    .description('Delete keys that were revoked or expired at least 30 days ago; a server does so every day')
    .option('--dry-run', 'only say how many there are')
  withCommon(pruning, 'keys prune --dry-run').action(async (flags) =>
    (await import('#actions')).pruneKeys(flags, terminal),
  )

  const counting = keys
    .command('usage <id|account>')
    .description('Show the requests of an account, or of the account of a key, today and on the last 30 days')
  withCommon(counting, 'keys usage acme').action(async (name, flags) =>
    (await import('#actions')).keyUsage(name, flags, terminal),
  )
}

function withCommon(command: Command, example: string): Command {
  return withExample(withServerStore(command).option('--json', 'print one JSON value'), example)
}
