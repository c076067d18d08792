import type { Command } from 'commander'

/** `--store` of a command that keeps data of its own. */
function withOwnStore(command: Command): Command {
  return withStore(command, 'memory:, sqlite:PATH or redis://HOST')
}

/** `--store` of a command that reads or changes what a server keeps. */
export function withServerStore(command: Command): Command {
  return withStore(command, 'the store that the server uses, sqlite:PATH or redis://HOST').option(
    '--sample',
    'mean the server that runs with --sample, and its store',
  )
}

/** `--upstream`, for commands that must know which providers a server asks. */
export function withUpstream(command: Command): Command {
  return command.option(
    '--upstream <ID=URL>',
    'ask another origin for swpc, celestrak, launch-library or donki (repeatable; env: SPACE_DATA_UPSTREAM_<ID>)',
    (value: string, earlier: readonly string[] = []) => [...earlier, value],
  )
}

/** `--altitudes`, for commands that must know which shells a server has. */
export function withAltitudes(command: Command): Command {
  return command.option(
    '--altitudes <range>',
    'altitudes that have shells, in km (default: 150-2000; env: SPACE_DATA_ALTITUDES)',
  )
}

/** `--config`, for commands that need nothing else of what is configured. */
export function withConfig(command: Command): Command {
  return command.option(
    '--config <file>',
    'JSON file of settings (default: space-data.config.json if it is there; env: SPACE_DATA_CONFIG)',
  )
}

/** All that `serve` can be told, which is all that `config` can tell. */
export function withServeSettings(command: Command): Command {
  command
    .option('--port <n>', 'port to listen on, 0 for a free one (default: 8787; env: SPACE_DATA_PORT)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1; env: SPACE_DATA_HOST)')
  return withAltitudes(withUpstream(withOwnStore(command)))
    .option('--sample', 'stand-ins instead of the live providers: no network, a store of its own')
    .option('--trusted-hops <n>', 'proxies in front to believe (default: 0; env: SPACE_DATA_TRUSTED_HOPS)')
    .option(
      '--stale-if-error <duration>',
      'how long past its time an answer is given when its upstream fails (default: 0s; env: SPACE_DATA_STALE_IF_ERROR)',
    )
    .option(
      '--no-jobs',
      'do not compute the shells every night at 03:17 UTC; another server on the store does (env: SPACE_DATA_JOBS=false)',
    )
}

/** One command line that works, at the end of the command's help. */
export function withExample(command: Command, line: string): Command {
  return command.addHelpText('after', `\nExample:\n  space-data ${line}`)
}

function withStore(command: Command, what: string): Command {
  return withConfig(command).option(
    '--store <place>',
    `${what} (default: a file in your data folder; env: SPACE_DATA_STORE)`,
  )
}
