import type { Command } from 'commander'
import { withExample, withServerStore } from '#options'
import type { Terminal } from '#terminal'

/** `space-data store`: what an operator can do with the whole store that the server uses. */
export function addStore(program: Command, terminal: Terminal): void {
  const store = program
    .command('store')
    .description('Back up, check, export and import the store, also while servers use it')
  withExample(store, 'store backup /var/backups/space-data-2026-11-21.sqlite')

  const backing = store
    .command('backup <file>')
    .description('Copy a SQLite store, as it is at one moment, to a new file; never over one that is there')
  withCommon(backing, 'store backup /var/backups/space-data-2026-11-21.sqlite')
  backing.action(async (file, flags) => (await import('#actions')).backUpStore(file, flags, terminal))

  const checking = store
    .command('check')
    .description('Look through the whole store for damage, without a write; exits 1 if there is any')
  withCommon(checking, 'store check').action(async (flags) =>
    (await import('#actions')).checkStore(flags, terminal),
  )

  const exporting = store
    .command('export [file]')
    .description('Write keys, counts, check reports and shells as JSON lines to a new file (default: stdout)')
  withCommon(
    exporting,
    'store export space-data.jsonl',
    'store export --store sqlite:./a.sqlite | space-data store import --store redis://127.0.0.1',
  )
  exporting.action(async (file, flags) => (await import('#actions')).exportStore(file, flags, terminal))

  const importing = store
    .command('import [file]')
    .description('Take in what store export wrote (default: from stdin); can be repeated')
    .option(
      '--overwrite',
      'make keys that are here and differ as in the export; those that ended here stay ended',
    )
  withCommon(importing, 'store import space-data.jsonl --store redis://127.0.0.1')
  importing.action(async (file, flags) => (await import('#actions')).importStore(file, flags, terminal))
}

function withCommon(command: Command, ...examples: readonly string[]): Command {
  return withExample(withServerStore(command).option('--json', 'print one JSON value'), ...examples)
}
