import type { Command } from 'commander'
import { withConfig, withExample } from '#options'
import type { Terminal } from '#terminal'

/** `space-data tiers`: what each tier may ask for, as the service itself says at `/ref/tiers`. */
export function addTiers(program: Command, terminal: Terminal): void {
  const command = program
    .command('tiers')
    .description('Show what each tier may ask for')
    .option('--json', 'print the envelope of /ref/tiers')
  withExample(withConfig(command), 'tiers')
  command.action(async (flags) => (await import('#actions')).tiers(flags, terminal))
}
