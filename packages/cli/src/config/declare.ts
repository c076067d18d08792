import type { Command } from 'commander'
import { withExample, withServeSettings, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data config`: shows the settings that `serve` would use with the same flags. */
export function addConfig(program: Command, terminal: Terminal): void {
  const command = program
    .command('config')
    .description('Show the effective settings and the source of each: flag, variable, file or default')
  withWide(withServeSettings(command)).option('--json', 'print one JSON value')
  withExample(command, 'config --config /etc/space-data.json --port 8080')
  command.action(async (flags) => (await import('#actions')).config(flags, inWidth(flags, terminal)))
}
