import type { Command } from 'commander'
import { withConfig, withExample, withSettings } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data openapi`: prints the OpenAPI document without a server. */
export function addOpenapi(program: Command, terminal: Terminal): void {
  const command = program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document of the API')
    .option('--json', 'print it on one line instead of indented')
  withExample(withSettings(withConfig(command), ['altitudes']), 'openapi > openapi.json')
  command.action(async (flags) => (await import('#actions')).openapi(flags, terminal))
}
