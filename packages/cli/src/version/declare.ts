import type { Command } from 'commander'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data version`, like `--version`. */
export function addVersion(program: Command, terminal: Terminal): void {
  program
    .command('version')
    .description('Print the version')
    .action(() => terminal.out(`${program.version()}\n`))
}
