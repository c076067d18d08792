import type { Command } from 'commander'
import { withExample, withServeSettings } from '#options'
import type { Terminal } from '#terminal'

/** `space-data config`: what `serve` would run with if it were given the same flags here and now. */
export function addConfig(program: Command, terminal: Terminal): void {
  const command = program
    .command('config')
    .description('Show the settings in force and where each comes from: flag, variable, file or default')
  withServeSettings(command).option('--json', 'print one JSON value')
  withExample(command, 'config --config /etc/space-data.json --port 8080')
  command.action(async (flags) => (await import('#actions')).config(flags, terminal))
}
