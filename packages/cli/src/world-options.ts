import type { Command } from 'commander'

/** `--store`, for commands that read what a server has written. */
export function withStore(command: Command): Command {
  return command.option(
    '--store <place>',
    'memory: or sqlite:PATH (default: a SQLite file in your data folder; env: SPACE_DATA_STORE)',
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
