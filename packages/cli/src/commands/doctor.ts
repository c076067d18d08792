import type { Command } from 'commander'
import { withExample } from '#options'
import type { Terminal } from '#terminal'

/** `space-data doctor`: holds any deployment against the specification, over HTTP alone. */
export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor <base_url>')
    .description('Check a deployment against the specification, clause by clause; exits 1 on a breach')
    .option('--key <key>', 'a key to check the data with (env: SPACE_DATA_KEY)')
    .option('--key-file <file>', 'the same, from a file, so that no list of processes shows it')
    .option('--issue-key', 'ask for a free key first: one for each network and day')
    .option('--json', 'print one JSON value')
  withExample(command, 'doctor http://127.0.0.1:8787 --issue-key')
  command.action(async (base, flags) => (await import('#actions')).doctor(base, flags, terminal))
}
