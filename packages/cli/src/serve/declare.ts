import type { Command } from 'commander'
import { withExample, withServeSettings } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data serve`: runs the server until it is stopped. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = program.command('serve').description('Serve the API over HTTP until SIGTERM or Ctrl-C')
  withServeSettings(command).option('--json', 'print one JSON object instead of the banner')
  withExample(
    command,
    'serve --port 8080 --store sqlite:./space-data.sqlite',
    'serve --log json --metrics-port 9464 2>> access.jsonl',
    'serve --mirror https://central.example --mirror-key-file ./central.key --prefetch',
  )
  command.action(async (flags) =>
    (await import('#serve/run')).serve(flags, terminal, program.version() ?? ''),
  )
}
