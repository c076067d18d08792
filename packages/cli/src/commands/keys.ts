import type { KeyRecord } from '@space-data/core'
import type { Command } from 'commander'
import { issue } from '#commands/keys-issue'
import { Failure } from '#failure'
import { stateOf, withoutHash } from '#key-state'
import type { WorldFlags } from '#open'
import { withExample, withServerStore } from '#options'
import { minuteOf, printJson, printPairs, printTable } from '#print'
import type { Terminal } from '#terminal'

type Flags = WorldFlags & { readonly json?: true }

/** `space-data keys`: what an operator can do with keys, on the store that the server uses. */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('Issue, list, show and revoke API keys')
  withExample(keys, 'keys issue --tier hobby --label "Acme dashboard" --account acme')

  const issuing = keys
    .command('issue')
    .description('Issue a key: it alone goes to stdout, and is shown this once')
    .requiredOption('--tier <tier>', 'free, hobby, pro, shell_basic, shell_pro or enterprise')
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
  const titles = ['ID', 'LABEL', 'TIER', 'ACCOUNT', 'CREATED', 'EXPIRES', 'STATE']
  return printTable(
    titles,
    records.map((record) => Object.values(pairsOf(record))),
    terminal,
  )
}

async function show(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const record = known(id, await withOpen(flags, terminal, ({ keys }) => keys.show(id)))
  await (flags.json ? printJson(withoutHash(record), terminal) : printPairs(pairsOf(record), terminal))
}

async function revoke(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const record = known(id, await withOpen(flags, terminal, ({ keys }) => keys.revoke(id)))
  await (flags.json ? printJson(withoutHash(record), terminal) : printPairs(pairsOf(record), terminal))
  terminal.err('Revoked: within 5 seconds no server on this store accepts it.\n')
}

/** The record, or what to do when there is none; a key that was typed for its id is not repeated. */
function known(id: string, record: KeyRecord | undefined): KeyRecord {
  if (record) return record
  const words = /^key_\w{1,40}$/.test(id) ? `the id ${id}` : 'that id: ids look like key_4fT9xQ2mLp0Z'
  throw new Failure(`there is no key with ${words}`, 'See space-data keys list')
}

function pairsOf(record: KeyRecord) {
  return {
    id: record.id,
    label: record.label,
    tier: record.tier,
    account: record.account,
    created: minuteOf(record.created_at, '-'),
    expires: minuteOf(record.expires_at, 'never'),
    state: stateOf(record, Date.now()),
  }
}
