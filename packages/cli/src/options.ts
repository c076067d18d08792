import type { Command } from 'commander'

/** `--store` of a command that keeps data of its own. */
export function withOwnStore(command: Command): Command {
  return withStore(command, 'memory: or sqlite:PATH')
}

/** `--store` of a command that reads or changes what a server keeps. */
export function withServerStore(command: Command): Command {
  return withStore(command, 'the file that the server uses, sqlite:PATH').option(
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

/** One command line that works, at the end of the command's help. */
export function withExample(command: Command, line: string): Command {
  return command.addHelpText('after', `\nExample:\n  space-data ${line}`)
}

function withStore(command: Command, what: string): Command {
  return command.option(
    '--store <place>',
    `${what} (default: a file in your data folder; env: SPACE_DATA_STORE)`,
  )
}
