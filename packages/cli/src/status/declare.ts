import type { Command } from 'commander'
import { withExample, withServerStore, withSettings, withUpstream, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/**
 * Adds `space-data status`: shows the upstream states in the store. Upstreams are queried only with
 * `--check`.
 */
export function addStatus(program: Command, terminal: Terminal): void {
  const command = program
    .command('status')
    .description(
      'Show the state of each upstream, as stored by the servers; exits 1 if one is down or failing',
    )
  withWide(withSettings(withUpstream(withServerStore(command)), ['mirror']))
    .option('--check', 'query every upstream now, as servers do weekly, and store the report')
    .option('--all', 'also show what works')
    .option('--watch [seconds]', 'repeat every 5 seconds, or at the given interval, until Ctrl-C')
    .option('--json', 'print the envelope of /status, or the report of --check')
  withExample(command, 'status --check')
  command.action(async (flags) => (await import('#actions')).status(flags, inWidth(flags, terminal)))
}
