import type { Command } from 'commander'
import { withExample } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data doctor`: checks a deployment against the contract over HTTP. */
export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor <base_url>')
    .description('Check a deployment against the API contract over HTTP; exits 1 on a violation')
    .option('--key <key>', 'API key for the checks that need one (env: SPACE_DATA_KEY)')
    .option('--key-file <file>', 'file with the API key, which keeps it out of ps')
    .option('--issue-key', 'issue a free key first: one per network and UTC day')
    .option('--json', 'print one JSON value')
  withExample(command, 'doctor http://127.0.0.1:8787 --issue-key')
  command.action(async (base, flags) => (await import('#actions')).doctor(base, flags, terminal))
}
