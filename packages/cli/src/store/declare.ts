import type { Command } from 'commander'
import { withExample, withStoreAndJson } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data store`: backs up, checks, exports and imports a store. */
export function addStore(program: Command, terminal: Terminal): void {
  const store = program
    .command('store')
    .description('Back up, check, export and import the store; servers may keep running')
  withExample(store, 'store backup /var/backups/space-data-2026-11-21.sqlite')

  const backing = store
    .command('backup <file>')
    .description('Copy a SQLite store to a new file, consistent at one moment')
  withStoreAndJson(backing, 'store backup /var/backups/space-data-2026-11-21.sqlite')
  backing.action(async (file, flags) => (await import('#actions')).backUpStore(file, flags, terminal))

  const checking = store
    .command('check')
    .description('Check the whole store for damage, without writing; exits 1 if it is damaged')
  withStoreAndJson(checking, 'store check').action(async (flags) =>
    (await import('#actions')).checkStore(flags, terminal),
  )

  const exporting = store
    .command('export [file]')
    .description(
      'Export keys, counts, check reports and shells as JSON lines to a new file (default: stdout)',
    )
  withStoreAndJson(
    exporting,
    'store export space-data.jsonl',
    'store export --store sqlite:./a.sqlite | space-data store import --store redis://127.0.0.1',
  )
  exporting.action(async (file, flags) => (await import('#actions')).exportStore(file, flags, terminal))

  const importing = store
    .command('import [file]')
    .description('Import the output of store export (default: stdin); can be repeated')
    .option(
      '--overwrite',
      'replace differing keys with the exported ones; revoked and expired keys stay revoked or expired',
    )
  withStoreAndJson(importing, 'store import space-data.jsonl --store redis://127.0.0.1')
  importing.action(async (file, flags) => (await import('#actions')).importStore(file, flags, terminal))
}
