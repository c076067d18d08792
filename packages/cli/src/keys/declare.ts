import type { Command } from 'commander'
import { withExample, withStoreAndJson, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data keys`: manages API keys in the server's store. */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Issue, list, show, rotate, revoke and prune API keys, and show their usage')
  withExample(keys, 'keys issue --tier hobby --label "Acme dashboard" --account acme')

  const issuing = keys
    .command('issue')
    .description('Issue a key; only the key goes to stdout, and it is not shown again')
    .option(
      '--tier <tier>',
      'free, hobby, pro, shell_basic, shell_pro, enterprise, or a configured tier',
      'free',
    )
    .option('--label <text>', 'what the key is for, 1 to 100 characters (default: user@host)')
    .option('--account <name>', 'account whose quota and keys it shares (default: an account of its own)')
    .option(
      '--expires-in <duration>',
      'lifetime such as 90d, 12h, 30m or 45s (default: 365d for free, otherwise unlimited)',
    )
  issuing
    .option('--paths <list>', 'paths that it may read, such as "/v1/space-weather/*,/shell/density/{alt}"')
    .option('--networks <list>', 'addresses that it works from, such as 192.0.2.0/24,2001:db8::/32')
  withStoreAndJson(
    issuing,
    'keys issue --tier hobby --label "Acme dashboard" --account acme --expires-in 90d',
  )
  issuing.action(async (flags) => (await import('#actions')).issueKey(flags, terminal))

  const listing = keys
    .command('list')
    .description('List the records of all keys, oldest first; the keys themselves are not stored')
  withStoreAndJson(withWide(listing), 'keys list --json').action(async (flags) =>
    (await import('#actions')).listKeys(flags, inWidth(flags, terminal)),
  )

  const showing = keys.command('show <id>').description('Show the record of a key')
  withStoreAndJson(showing, 'keys show key_4fT9xQ2mLp0Z').action(async (id, flags) =>
    (await import('#actions')).showKey(id, flags, terminal),
  )

  const revoking = keys
    .command('revoke <id>')
    .description('Revoke a key; all servers on this store reject it within 5 seconds')
  withStoreAndJson(revoking, 'keys revoke key_4fT9xQ2mLp0Z').action(async (id, flags) =>
    (await import('#actions')).revokeKey(id, flags, terminal),
  )

  const rotating = keys
    .command('rotate <id>')
    .description('Replace a key with a new one, printed on stdout; both work during the grace period')
    .option('--grace <duration>', 'how long the old key still works, 0s to end it immediately', '24h')
    .option('--expires-in <duration>', 'lifetime of the new key (default: expires with the old one)')
  withStoreAndJson(rotating, 'keys rotate key_4fT9xQ2mLp0Z --grace 24h > new-key.txt')
  rotating.action(async (id, flags) => (await import('#actions')).rotateKey(id, flags, terminal))

  const pruning = keys
    .command('prune')
    .description('Delete keys that were revoked or expired at least 30 days ago; servers do so daily')
    .option('--dry-run', 'only print their number')
  withStoreAndJson(pruning, 'keys prune --dry-run').action(async (flags) =>
    (await import('#actions')).pruneKeys(flags, terminal),
  )

  const logging = keys
    .command('log')
    .description('List who issued, rotated, revoked or deleted keys or changed tiers, and when, oldest first')
    .option('--since <duration>', 'how far back, such as 30d; entries are kept for 400 days', '30d')
  withStoreAndJson(withWide(logging), 'keys log --since 90d').action(async (flags) =>
    (await import('#actions')).keyLog(flags, inWidth(flags, terminal)),
  )

  const counting = keys
    .command('usage <id|account>')
    .description('Show the requests of an account, or of a key’s account, today and in the last 30 days')
  withStoreAndJson(withWide(counting), 'keys usage acme').action(async (name, flags) =>
    (await import('#actions')).keyUsage(name, flags, inWidth(flags, terminal)),
  )
}
