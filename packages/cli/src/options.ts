import { type Command, Option } from 'commander'

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

/** `--mirror`, for commands that must know whether a server asks providers or another server. */
export function withMirror(command: Command): Command {
  return command.option(
    '--mirror <url>',
    'serve the answers of the central instance there instead of asking providers (env: SPACE_DATA_MIRROR)',
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
  withMirror(withAltitudes(withUpstream(withOwnStore(command))))
    .option(
      '--mirror-key-file <file>',
      'file with the key that a mirror has at its central instance (env: SPACE_DATA_MIRROR_KEY_FILE)',
    )
    .option(
      '--prefetch',
      'on a mirror: fetch shells, groups and the rest before anyone asks (env: SPACE_DATA_PREFETCH)',
    )
    .option('--open', 'on a mirror in a trusted network: no keys, no quotas (env: SPACE_DATA_OPEN)')
  return command
    .option('--sample', 'stand-ins instead of the live providers: no network, a store of its own')
    .option(
      '--trusted-proxies <ranges>',
      'proxies in front to believe, by address, such as 10.0.0.0/8,192.0.2.1 (default: none; env: SPACE_DATA_TRUSTED_PROXIES)',
    )
    .option(
      '--trusted-hops <n>',
      'how many proxies in front to believe, whoever connects (default: 0; env: SPACE_DATA_TRUSTED_HOPS)',
    )
    .addOption(logOption())
    .option(
      '--metrics-port <n>',
      'port for Prometheus metrics, 0 for a free one (default: no metrics; env: SPACE_DATA_METRICS_PORT)',
    )
    .option(
      '--metrics-host <address>',
      'address for the metrics (default: 127.0.0.1; env: SPACE_DATA_METRICS_HOST)',
    )
    .option(
      '--stale-if-error <duration>',
      'how long past its time an answer is given when its upstream fails (default: 0s; env: SPACE_DATA_STALE_IF_ERROR)',
    )
    .option(
      '--no-jobs',
      'do not compute the shells every night at 03:17 UTC; another server on the store does (env: SPACE_DATA_JOBS=false)',
    )
}

/** Its values are checked where all settings are; here they are for the shell to complete. */
function logOption(): Option {
  const option = new Option(
    '--log <format>',
    'access log on stderr (default: auto, which is pretty on a terminal and else json; env: SPACE_DATA_LOG)',
  )
  option.argChoices = ['pretty', 'json', 'off', 'auto']
  return option
}

/** Command lines that work, at the end of the command's help. */
export function withExample(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExample:\n${lines.map((line) => `  space-data ${line}`).join('\n')}`)
}

function withStore(command: Command, what: string): Command {
  return withConfig(command).option(
    '--store <place>',
    `${what} (default: a file in your data folder; env: SPACE_DATA_STORE, which keeps a Redis password out of ps)`,
  )
}
