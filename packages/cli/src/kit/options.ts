import type { ProviderId } from '@space-data/core'
import { type Command, Option } from 'commander'

/** Adds `--store` for commands with data of their own. */
function withOwnStore(command: Command): Command {
  return withStore(command, 'memory:, sqlite:PATH, redis://HOST or postgres://HOST/DATABASE')
}

/** Adds `--store` and `--sample` for commands that use a server's store. */
export function withServerStore(command: Command): Command {
  return withStore(
    command,
    'store of the server, sqlite:PATH, redis://HOST or postgres://HOST/DATABASE',
  ).option('--sample', 'use the store of a server started with --sample')
}

/** Adds `--base` for commands that can also ask a server. */
export function withServer(command: Command): Command {
  return command
    .option('--base <url>', 'ask the server at this URL (env: SPACE_DATA_BASE)')
    .option('--key-file <file>', 'with --base: file with the API key (env: SPACE_DATA_KEY, the key itself)')
}

/** Typed rather than imported, because loading core takes longer than printing a help text. */
const PROVIDERS = Object.keys({
  swpc: true,
  celestrak: true,
  'launch-library': true,
  donki: true,
} satisfies Record<ProviderId, true>)

/** `--upstream`, for commands that must know which providers a server asks. */
export function withUpstream(command: Command): Command {
  return command.option(
    '--upstream <ID=URL>',
    `use another origin for ${PROVIDERS.join(', ')} (repeatable; env: SPACE_DATA_UPSTREAM_<ID>)`,
    (value: string, earlier: readonly string[] = []) => [...earlier, value],
  )
}

/** Adds `--mirror`. */
export function withMirror(command: Command): Command {
  return command.option(
    '--mirror <url>',
    'mirror the central instance at this URL instead of querying providers (env: SPACE_DATA_MIRROR)',
  )
}

/** Adds `--altitudes`. */
export function withAltitudes(command: Command): Command {
  return command.option(
    '--altitudes <range>',
    'altitude range of the shells in km (default: 150-2000; env: SPACE_DATA_ALTITUDES)',
  )
}

/** Adds `--keep-catalogues`. */
export function withKeptCatalogues(command: Command): Command {
  return command.option(
    '--keep-catalogues <days>',
    'keep the element sets of the whole catalogue for so many days, some 5 MB each (default: 0; env: ' +
      'SPACE_DATA_KEEP_CATALOGUES)',
  )
}

/** Adds `--config`. */
export function withConfig(command: Command): Command {
  return command.option(
    '--config <file>',
    'JSON file with settings (default: space-data.config.json if it exists; env: SPACE_DATA_CONFIG)',
  )
}

/** Adds all settings of `serve`, which `config` shows. */
export function withServeSettings(command: Command): Command {
  command
    .option('-p, --port <n>', 'port to listen on, 0 for a free one (default: 8787; env: SPACE_DATA_PORT)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1; env: SPACE_DATA_HOST)')
  withMirror(withKeptCatalogues(withAltitudes(withUpstream(withOwnStore(command)))))
    .option(
      '--mirror-key-file <file>',
      'mirror: file with its API key for the central instance (env: SPACE_DATA_MIRROR_KEY_FILE)',
    )
    .option(
      '--prefetch',
      'mirror: fetch shells, TLE groups and other data ahead of requests (env: SPACE_DATA_PREFETCH)',
    )
    .option(
      '--verify <keys>',
      'mirror: public keys of the central instance, ed25519-BASE64 separated by commas; what none of them has ' +
        'signed is refused (env: SPACE_DATA_VERIFY)',
    )
    .option(
      '--open',
      'mirror: require no keys and apply no quotas, for trusted networks (env: SPACE_DATA_OPEN)',
    )
    .option(
      '--signing-key-file <file>',
      'sign answers with the key in this file, see signing init (env: SPACE_DATA_SIGNING_KEY_FILE)',
    )
  return command
    .option(
      '--keep-series <days>',
      'keep the history of space weather for so many days, some 110 kB each (default: 365; env: ' +
        'SPACE_DATA_KEEP_SERIES)',
    )
    .option('--sample', 'simulate the providers: no network, a separate store')
    .option(
      '--trusted-proxies <ranges>',
      'reverse proxies whose X-Forwarded-For to trust, such as 10.0.0.0/8,192.0.2.1 (default: none; ' +
        'env: SPACE_DATA_TRUSTED_PROXIES)',
    )
    .option(
      '--trusted-hops <n>',
      'number of reverse proxies whose X-Forwarded-For to trust (default: 0; env: SPACE_DATA_TRUSTED_HOPS)',
    )
    .addOption(logOption())
    .option(
      '--log-sample <n>',
      'JSON log: one line for so many requests that succeed; failures have all theirs (default: 1; env: ' +
        'SPACE_DATA_LOG_SAMPLE)',
    )
    .option(
      '--metrics-port <n>',
      'port of the Prometheus metrics, 0 for a free one (default: no metrics; env: SPACE_DATA_METRICS_PORT)',
    )
    .option(
      '--metrics-host <address>',
      'address of the metrics (default: 127.0.0.1; env: SPACE_DATA_METRICS_HOST)',
    )
    .option(
      '--workers <n>',
      'number of processes that share the port and the store; not with memory: (default: 1; env: ' +
        'SPACE_DATA_WORKERS)',
    )
    .option(
      '--drain-delay <duration>',
      'after SIGTERM, go on serving for so long while /readyz says 503, so that a load balancer notices ' +
        '(default: 0s; env: SPACE_DATA_DRAIN_DELAY)',
    )
    .option(
      '--stale-if-error <duration>',
      'serve expired data for up to this long while its upstream fails (default: 0s; env: ' +
        'SPACE_DATA_STALE_IF_ERROR)',
    )
    .option(
      '--allow-private-receivers',
      'send webhooks to this machine and private networks, too, with http and to any port (env: ' +
        'SPACE_DATA_WEBHOOK_ALLOW_PRIVATE)',
    )
    .option(
      '--no-jobs',
      'do not run the nightly job at 03:17 UTC; another server on the store does (env: ' +
        'SPACE_DATA_JOBS=false)',
    )
}

/** Choices are for completion only; the value is validated with all settings. */
function logOption(): Option {
  const option = new Option(
    '--log <format>',
    'access log on stderr (default: auto, pretty on a terminal and json elsewhere; env: SPACE_DATA_LOG)',
  )
  option.argChoices = ['pretty', 'json', 'off', 'auto']
  return option
}

/** Adds `--wide` for commands whose tables may be wider than a terminal. */
export function withWide(command: Command): Command {
  return command.option('--wide', 'print whole tables on a terminal, however narrow it is')
}

/** Adds example command lines to the help. */
export function withExample(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExample:\n${lines.map((line) => `  space-data ${line}`).join('\n')}`)
}

function withStore(command: Command, what: string): Command {
  return withConfig(command).option(
    '--store <location>',
    `${what} (default: a file in your data folder; env: SPACE_DATA_STORE, which keeps a password ` +
      'out of ps)',
  )
}
