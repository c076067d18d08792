import type { Command } from 'commander'
import { withConfig, withExample, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data tiers`: shows the configured tiers. */
export function addTiers(program: Command, terminal: Terminal): void {
  const command = program
    .command('tiers')
    .description('Show the limits and prices of each tier')
    .option('--json', 'print the envelope of /ref/tiers')
  withExample(withWide(withConfig(command)), 'tiers')
  command.action(async (flags) => (await import('#actions')).tiers(flags, inWidth(flags, terminal)))
}
