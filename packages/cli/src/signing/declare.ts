import type { Command } from 'commander'
import { withExample, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data signing`: manages the keys with which a server signs its responses. */
export function addSigning(program: Command, terminal: Terminal): void {
  const signing = program
    .command('signing')
    .description('Create, rotate and list the keys with which a server signs its responses')
  withExample(signing, 'signing init ./signing.json', 'serve --signing-key-file ./signing.json')

  const creating = signing
    .command('init <file>')
    .description('Create a file with a new key, readable only by its owner; the public key goes to stdout')
  withJson(creating, 'signing init ./signing.json')
  creating.action(async (file, flags) => (await import('#actions')).initSigning(file, flags, terminal))

  const rotating = signing
    .command('rotate <file>')
    .description('Replace the key in a file; the old one no longer signs, but stays published for 7 days')
  withJson(rotating, 'signing rotate ./signing.json')
  rotating.action(async (file, flags) => (await import('#actions')).rotateSigning(file, flags, terminal))

  const listing = signing.command('list <file>').description('List the public keys in a file, newest first')
  withJson(withWide(listing), 'signing list ./signing.json')
  listing.action(async (file, flags) =>
    (await import('#actions')).listSigning(file, flags, inWidth(flags, terminal)),
  )
}

function withJson(command: Command, example: string): Command {
  return withExample(command.option('--json', 'print one JSON value'), example)
}
