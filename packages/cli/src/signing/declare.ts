import type { Command } from 'commander'
import { withExample } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data signing`: manages the keys with which a server signs its responses. */
export function addSigning(program: Command, terminal: Terminal): void {
  const signing = program
    .command('signing')
    .description('Create, rotate and list the keys with which a server signs its answers')
  withExample(signing, 'signing init ./signing.json', 'serve --signing-key-file ./signing.json')

  const creating = signing
    .command('init <file>')
    .description('Create a file with a new key, which only its owner can read; the public key goes to stdout')
  withExample(creating, 'signing init ./signing.json')
  creating.action(async (file) => (await import('#actions')).initSigning(file, terminal))

  const rotating = signing
    .command('rotate <file>')
    .description('Replace the key in a file; the old one is published, but no longer signs, for 7 days')
  withExample(rotating, 'signing rotate ./signing.json')
  rotating.action(async (file) => (await import('#actions')).rotateSigning(file, terminal))

  const listing = signing
    .command('list <file>')
    .description('List the public keys in a file, the newest first')
    .option('--json', 'print one JSON value')
  withExample(listing, 'signing list ./signing.json')
  listing.action(async (file, flags) => (await import('#actions')).listSigning(file, flags, terminal))
}
