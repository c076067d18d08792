import type { Command } from 'commander'
import { withExample, withMirror, withServerStore, withUpstream } from '#options'
import type { Terminal } from '#terminal'

/** `space-data status`: what the instances on a store know of each upstream; nothing is asked anew but with `--check`. */
export function addStatus(program: Command, terminal: Terminal): void {
  const command = program
    .command('status')
    .description(
      'Show what the servers on a store know of each upstream; exits 1 when one is down or failing',
    )
  withMirror(withUpstream(withServerStore(command)))
    .option('--check', 'ask every upstream now, as a server does every week, and keep the report')
    .option('--watch [seconds]', 'show it anew every 5 seconds, or as many as given, until Ctrl-C')
    .option('--json', 'print the envelope of /status, or the report of --check')
  withExample(command, 'status --check')
  command.action(async (flags) => (await import('#actions')).status(flags, terminal))
}
