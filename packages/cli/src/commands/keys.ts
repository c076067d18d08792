import type { KeyRecord } from '@space-data/core'
import type { Command } from 'commander'
import { issue } from '#commands/keys-issue'
import { rotate } from '#commands/keys-rotate'
import { usage } from '#commands/keys-usage'
import { stateCell, statesOf, withoutHash } from '#key-state'
import { printKeys } from '#key-table'
import type { WorldFlags } from '#open'
import { withExample, withServerStore } from '#options'
import { printJson, printPairs } from '#print'
import { noSuchKey } from '#refused'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

type Flags = WorldFlags & { readonly json?: true }

/** `space-data keys`: what an operator can do with keys, on the store that the server uses. */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Issue, list, show, rotate and revoke API keys, and see their usage')
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
  issuing.action((flags) => issue(flags, terminal))

  const listing = keys.command('list').description('List all keys, oldest first; never the keys themselves')
  withCommon(listing, 'keys list --json').action((flags) => list(flags, terminal))

  const showing = keys.command('show <id>').description('Show what is known of a key')
  withCommon(showing, 'keys show key_4fT9xQ2mLp0Z').action((id, flags) => show(id, flags, terminal))

  const revoking = keys
    .command('revoke <id>')
    .description('Revoke a key: within 5 seconds no server on this store accepts it')
  withCommon(revoking, 'keys revoke key_4fT9xQ2mLp0Z').action((id, flags) => revoke(id, flags, terminal))

  const rotating = keys
    .command('rotate <id>')
    .description('Replace a key by a new one, which alone goes to stdout; both work for the grace period')
    .option('--grace <duration>', 'for how long the old key still works, 0s to end it at once', '24h')
    .option(
      '--expires-in <duration>',
      'life of the new key (default: to the end of the old one, if it has one)',
    )
  withCommon(rotating, 'keys rotate key_4fT9xQ2mLp0Z --grace 24h > new-key.txt')
  rotating.action((id, flags) => rotate(id, flags, terminal))

  const counting = keys
    .command('usage <id|account>')
    .description('Show the requests of an account, or of the account of a key, today and on the last 30 days')
  withCommon(counting, 'keys usage acme').action((name, flags) => usage(name, flags, terminal))
}

function withCommon(command: Command, example: string): Command {
  return withExample(withServerStore(command).option('--json', 'print one JSON value'), example)
}

async function list(flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const { records, place } = await withOpen(flags, terminal, async ({ keys, storeDescription }) => ({
    records: await keys.list(),
    place: storeDescription,
  }))
  if (records.length === 0) {
    terminal.err(`No keys yet in ${place}. Issue one with: space-data keys issue --tier free --label me\n`)
  }
  if (flags.json) return printJson(records.map(withoutHash), terminal)
  return printKeys(records, terminal)
}

async function show(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const { record, siblings } = await withOpen(flags, terminal, async ({ accounts, keys }) => {
    const record = await keys.show(id)
    return { record, siblings: record && (await accounts.show(record.account))?.keys }
  })
  if (!record) throw noSuchKey(id)
  await print(record, siblings, flags, terminal)
}

async function revoke(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const record = await withOpen(flags, terminal, ({ keys }) => keys.revoke(id))
  if (!record) throw noSuchKey(id)
  await print(record, [record], flags, terminal)
  terminal.err('Revoked: within 5 seconds no server on this store accepts it.\n')
}

async function print(
  record: KeyRecord,
  siblings: readonly KeyRecord[] = [record],
  flags: Flags,
  terminal: Terminal,
): Promise<void> {
  if (flags.json) return printJson(withoutHash(record), terminal)
  const successors = siblings.filter(({ replaces }) => replaces === record.id).map(({ id }) => id)
  return printPairs(
    {
      id: record.id,
      label: record.label,
      tier: record.tier,
      account: record.account,
      created: momentOf(record.created_at, '-'),
      expires: momentOf(record.expires_at, 'never'),
      ...(record.replaces !== null && { replaces: record.replaces }),
      ...(successors.length > 0 && { 'replaced by': successors.join(', ') }),
      state: stateCell(statesOf(siblings, Date.now())(record)),
    },
    terminal,
  )
}
